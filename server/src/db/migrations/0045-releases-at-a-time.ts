import type { Migration } from '../migrate.ts'

/** A scheduled release, at most one per task; one that failed stays with its reason. */
export const up: Migration = async ({ db }) => {
  await db.schema
    .createTable('timed_releases')
    .addColumn('task_id', 'integer', (c) => c.primaryKey().references('tasks.id').onDelete('cascade'))
    .addColumn('release_at', 'bigint', (c) => c.notNull())
    .addColumn('follow', 'boolean', (c) => c.notNull())
    .addColumn('asked_by', 'integer', (c) => c.notNull().references('users.id').onDelete('cascade'))
    .addColumn('refused', 'text', (c) => c.notNull().defaultTo(''))
    .execute()
  await db.schema.createIndex('timed_releases_due').on('timed_releases').columns(['refused', 'release_at']).execute()
  await db.schema.createIndex('timed_releases_by').on('timed_releases').column('asked_by').execute()
}
