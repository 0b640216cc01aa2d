import { startPostgres } from './start.ts'

/** Global set-up of the `postgres` project: its workers find the server in TEST_DATABASE_URL. */
export default async () => {
  const postgres = await startPostgres()
  process.env.TEST_DATABASE_URL = postgres.url
  return async () => {
    delete process.env.TEST_DATABASE_URL
    await postgres.stop()
  }
}
