import { rm } from 'node:fs/promises'
import { startSchool, UNTOUCHED_SAMPLE } from './start-school.ts'

/** Makes the sample school once in a run: every journey's school begins as a copy of it, which is there at once. */
export default async () => {
  const school = await startSchool()
  await school.stop({ keepsFolder: true })
  process.env[UNTOUCHED_SAMPLE] = school.dataDir
  return () => rm(school.dataDir, { recursive: true, force: true })
}
