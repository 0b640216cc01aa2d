import type { Migration } from '../migrate.ts'

/** How many files were missing or damaged when a backup was made. */
export const up: Migration = async ({ db }) => {
  await db.schema
    .alterTable('backup_runs')
    .addColumn('damaged_count', 'integer', (column) => column.notNull().defaultTo(0))
    .execute()
}
