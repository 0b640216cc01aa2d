import { sql } from 'kysely'
import type { Migration } from '../migrate.ts'

/** The words of works, and up to where they were read. */
export const up: Migration = async ({ db, dialect }) => {
  if (dialect === 'sqlite') {
    await sql`create virtual table search_works using fts5(words, content='', contentless_delete=1, detail=none, tokenize='ascii')`.execute(
      db,
    )
  } else {
    await sql`create table search_works (id integer primary key, words tsvector not null)`.execute(db)
    await sql`create index search_works_words on search_works using gin (words)`.execute(db)
  }
  await db.schema
    .createTable('search_cursors')
    .addColumn('source', 'text', (c) => c.primaryKey())
    .addColumn('settled', 'integer', (c) => c.notNull())
    .addColumn('pending', 'integer', (c) => c.notNull())
    .addColumn('pending_at', 'bigint', (c) => c.notNull())
    .execute()
}
