import type { Migration } from '../migrate.ts'

export const up: Migration = async ({ db }) => {
  // Which process receives an upload that is not in a folder shared by the processes; `asked`: another process waits.
  await db.schema
    .createTable('upload_turns')
    .addColumn('file_id', 'integer', (c) => c.primaryKey())
    .addColumn('holder', 'text', (c) => c.notNull())
    .addColumn('asked', 'integer', (c) => c.notNull())
    .addColumn('held_until', 'bigint', (c) => c.notNull())
    .execute()
}
