import type { Migration } from '../migrate.ts'

/** Tasks that were given to several classes at once: each stays a task of one guild, the set holds them together. */
export const up: Migration = async ({ db, id }) => {
  await db.schema
    .createTable('task_sets')
    .$call(id)
    // Who made it; gives no power.
    .addColumn('owner_id', 'integer', (c) => c.references('users.id').onDelete('set null'))
    .addColumn('title', 'text', (c) => c.notNull())
    .addColumn('created_at', 'bigint', (c) => c.notNull())
    .execute()
  await db.schema
    .alterTable('tasks')
    .addColumn('set_id', 'integer', (c) => c.references('task_sets.id').onDelete('set null'))
    .execute()
  // At most one task of a set in each guild; tasks without a set have null, which is never equal.
  await db.schema.createIndex('tasks_set').on('tasks').columns(['set_id', 'guild_id']).unique().execute()
}
