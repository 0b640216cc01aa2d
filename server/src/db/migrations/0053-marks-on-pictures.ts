import type { Migration } from '../migrate.ts'

/** Marks on a place of a picture or of a page of a document, one row each: of a draft until they belong to a result. */
export const up: Migration = async ({ db, id }) => {
  await db.schema
    .createTable('area_marks')
    .$call(id)
    .addColumn('submission_id', 'integer', (c) => c.notNull().references('submissions.id').onDelete('cascade'))
    .addColumn('reviewer_id', 'integer', (c) => c.notNull().references('users.id'))
    // Null while it is a draft of its reviewer.
    .addColumn('result_id', 'integer', (c) => c.references('results.id').onDelete('cascade'))
    .addColumn('file_id', 'integer', (c) => c.references('files.id').onDelete('set null'))
    .addColumn('sha256', 'text', (c) => c.notNull())
    .addColumn('page', 'integer', (c) => c.notNull())
    .addColumn('shape', 'text', (c) => c.notNull())
    .addColumn('points', 'text', (c) => c.notNull())
    .addColumn('text', 'text', (c) => c.notNull().defaultTo(''))
    .execute()
  await db.schema
    .createIndex('area_marks_work')
    .on('area_marks')
    .columns(['submission_id', 'reviewer_id', 'result_id'])
    .execute()
  await db.schema.createIndex('area_marks_result').on('area_marks').column('result_id').execute()
  await db.schema.createIndex('area_marks_file').on('area_marks').column('file_id').execute()
}
