import type { Migration } from '../migrate.ts'

/** The photo that came with a note under a result. */
export const up: Migration = async ({ db }) => {
  await db.schema
    .alterTable('submission_notes')
    .addColumn('file_id', 'integer', (c) => c.references('files.id').onDelete('set null'))
    .execute()
  await db.schema.createIndex('submission_notes_file').on('submission_notes').column('file_id').execute()
}
