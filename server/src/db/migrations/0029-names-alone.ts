import { sql } from 'kysely'
import type { Migration } from '../migrate.ts'

export const up: Migration = async ({ db }) => {
  // Titles of tasks and names of people as the gallery looks through them: nothing else of their rows is read.
  await sql`create index tasks_titles on tasks (id, (lower(title)))`.execute(db)
  await sql`create index users_names on users (id, (lower(nickname))) where ranking_visibility = 'nickname'`.execute(db)
}
