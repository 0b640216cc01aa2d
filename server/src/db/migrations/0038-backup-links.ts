import type { Migration } from '../migrate.ts'

/** The addresses that download a backup, with their session and whether the download has begun. */
export const up: Migration = async ({ db }) => {
  await db.schema
    .createTable('backup_links')
    .addColumn('link_hash', 'text', (c) => c.primaryKey())
    .addColumn('run_id', 'integer', (c) => c.notNull().references('backup_runs.id').onDelete('cascade'))
    .addColumn('session_id', 'integer', (c) => c.notNull().references('sessions.id').onDelete('cascade'))
    .addColumn('expires_at', 'bigint', (c) => c.notNull())
    .addColumn('begun_at', 'bigint')
    .execute()
}
