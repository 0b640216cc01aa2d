import type { Migration } from '../migrate.ts'
import { createTextIndex } from '../text-index.ts'

/** The words of works, and how far they were read. */
export const up: Migration = async ({ db, dialect }) => {
  await createTextIndex(db, dialect, 'search_works')
  await db.schema
    .createTable('search_cursors')
    .addColumn('source', 'text', (c) => c.primaryKey())
    .addColumn('settled', 'integer', (c) => c.notNull())
    .addColumn('pending', 'integer', (c) => c.notNull())
    .addColumn('pending_at', 'bigint', (c) => c.notNull())
    .execute()
}
