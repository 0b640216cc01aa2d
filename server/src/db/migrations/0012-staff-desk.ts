import { sql } from 'kysely'
import type { Migration } from '../migrate.ts'

/**
 * Columns and tables for editing guilds and tasks: counted saves, covers, drafts handed in at the end, a bin, a
 * history.
 */
export const up: Migration = async ({ db, id }) => {
  // SQLite adds one column at a time.
  await db.schema
    .alterTable('tasks')
    .addColumn('edit_version', 'integer', (c) => c.notNull().defaultTo(0))
    .execute()
  await db.schema
    .alterTable('tasks')
    .addColumn('submit_drafts', 'boolean', (c) => c.notNull().defaultTo(false))
    .execute()
  await db.schema
    .alterTable('tasks')
    .addColumn('cover_file_id', 'integer', (c) => c.references('files.id'))
    .execute()
  await db.schema.alterTable('tasks').addColumn('trashed_from', 'text').execute()
  await db.schema.alterTable('tasks').addColumn('trashed_at', 'bigint').execute()
  await db.schema
    .alterTable('guilds')
    .addColumn('edit_version', 'integer', (c) => c.notNull().defaultTo(0))
    .execute()
  await sql`create index tasks_trashed on tasks (trashed_at) where status = 'trashed'`.execute(db)
  await sql`create index tasks_cover on tasks (cover_file_id) where cover_file_id is not null`.execute(db)

  await db.schema
    .createTable('task_history')
    .$call(id)
    .addColumn('task_id', 'integer', (c) => c.notNull().references('tasks.id').onDelete('cascade'))
    .addColumn('actor_id', 'integer')
    .addColumn('action', 'text', (c) => c.notNull())
    .addColumn('changed', 'text', (c) => c.notNull().defaultTo('[]'))
    .addColumn('at', 'bigint', (c) => c.notNull())
    .execute()
  await db.schema.createIndex('task_history_task').on('task_history').columns(['task_id', 'id']).execute()
}
