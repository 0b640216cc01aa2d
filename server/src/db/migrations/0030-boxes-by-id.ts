import { sql } from 'kysely'
import type { Migration } from '../migrate.ts'

export const up: Migration = async ({ db }) => {
  // With what was cleared before the id, SQLite took the index of boxes for unread messages too, and read the whole box for a number.
  await sql`drop index messages_box`.execute(db)
  await sql`create index messages_box on messages (user_id, id, removed_at)`.execute(db)
}
