import { sql } from 'kysely'
import type { Migration } from '../migrate.ts'

/** The other migration numbered 0021 is `0021-reported-works.ts`, which says why. */
export const up: Migration = async ({ db }) => {
  // Whose guild it is stands on every task's page: found without a look at all members.
  await sql`create index guild_members_teachers on guild_members (guild_id, id) where role = 'teacher'`.execute(db)
  // What asks for something, by kind: few rows, for they go once it is done.
  await sql`create index messages_todo on messages (kind) where type = 'todo'`.execute(db)
}
