import { sql } from 'kysely'
import type { Migration } from '../migrate.ts'

/** The other migration numbered 0021 is `0021-reported-works.ts`, which says why. */
export const up: Migration = async ({ db }) => {
  // Every task page shows the teachers of its guild: found without reading all members.
  await sql`create index guild_members_teachers on guild_members (guild_id, id) where role = 'teacher'`.execute(db)
  // Messages that ask for something, by kind: few rows, because they are removed once it is done.
  await sql`create index messages_todo on messages (kind) where type = 'todo'`.execute(db)
}
