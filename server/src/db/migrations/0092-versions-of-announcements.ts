import type { Migration } from '../migrate.ts'

/** How often an announcement was changed, so that of two concurrent edits one is refused. */
export const up: Migration = async ({ db }) => {
  await db.schema
    .alterTable('announcements')
    .addColumn('edit_version', 'integer', (c) => c.notNull().defaultTo(0))
    .execute()
}
