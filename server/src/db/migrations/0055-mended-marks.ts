import { sql } from 'kysely'
import type { Migration } from '../migrate.ts'

/** Marks of a returned work that its student or staff have declared mended; undoing that deletes the row. */
export const up: Migration = async ({ db, id }) => {
  await db.schema
    .createTable('mended_marks')
    .$call(id)
    .addColumn('result_id', 'integer', (c) => c.notNull().references('results.id').onDelete('cascade'))
    .addColumn('kind', 'text', (c) => c.notNull().check(sql`kind in ('text', 'area')`))
    .addColumn('place', 'integer', (c) => c.notNull())
    .addColumn('mended_by', 'integer', (c) => c.notNull().references('users.id').onDelete('cascade'))
    .addColumn('role', 'text', (c) => c.notNull().check(sql`role in ('student', 'staff')`))
    .addColumn('mended_at', 'bigint', (c) => c.notNull())
    .addUniqueConstraint('mended_marks_once', ['result_id', 'kind', 'place'])
    .execute()
  await db.schema.createIndex('mended_marks_by').on('mended_marks').column('mended_by').execute()
}
