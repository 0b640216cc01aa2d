import { sql } from 'kysely'
import type { Migration } from '../migrate.ts'

/** The message box of a user, with cleared messages marked in the index: counting the others reads no message. */
export const up: Migration = async ({ db, dialect }) => {
  await sql`drop index messages_box`.execute(db)
  // After "not cleared" SQLite reads the rows in the order of their ids; PostgreSQL does not treat that as one value,
  // and would sort them.
  const columns = dialect === 'sqlite' ? sql`user_id, removed_at, id` : sql`user_id, id, removed_at`
  await sql`create index messages_box on messages (${columns})`.execute(db)
}
