import { sql } from 'kysely'
import type { Migration } from '../migrate.ts'

export const up: Migration = async ({ db }) => {
  // With the cleared column before the id, SQLite used this index for unread messages too, and read the whole box to
  // count them.
  await sql`drop index messages_box`.execute(db)
  await sql`create index messages_box on messages (user_id, id, removed_at)`.execute(db)
}
