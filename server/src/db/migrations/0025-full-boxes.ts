import { sql } from 'kysely'
import type { Migration } from '../migrate.ts'

/** The box of a person, with what they have cleared told apart in the index: counting what is there reads no message. */
export const up: Migration = async ({ db, dialect }) => {
  await sql`drop index messages_box`.execute(db)
  // Behind "not cleared" SQLite finds the rows in the order of their ids; PostgreSQL does not take that for one value, and would sort them.
  const columns = dialect === 'sqlite' ? sql`user_id, removed_at, id` : sql`user_id, id, removed_at`
  await sql`create index messages_box on messages (${columns})`.execute(db)
}
