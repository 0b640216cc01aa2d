import type { Migration } from '../migrate.ts'

/** How often an announcement was changed: of two who change it at once one is told. */
export const up: Migration = async ({ db }) => {
  await db.schema
    .alterTable('announcements')
    .addColumn('edit_version', 'integer', (c) => c.notNull().defaultTo(0))
    .execute()
}
