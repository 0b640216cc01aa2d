import { sql } from 'kysely'
import type { Migration } from '../migrate.ts'

/** Certificates of excellent works: a number for each that its author opened. */
export const up: Migration = async ({ db, id }) => {
  await db.schema
    .createTable('certificates')
    .$call(id)
    .addColumn('number', 'text', (c) => c.notNull().unique())
    .addColumn('submission_id', 'integer', (c) => c.notNull().references('submissions.id').onDelete('cascade'))
    .addColumn('dated_at', 'bigint', (c) => c.notNull())
    .addColumn('created_at', 'bigint', (c) => c.notNull())
    .addColumn('withdrawn_at', 'bigint')
    .execute()
  await db.schema.createIndex('certificates_submission').on('certificates').columns(['submission_id']).execute()
  await sql`create unique index certificates_standing on certificates (submission_id) where withdrawn_at is null`.execute(
    db,
  )
}
