import { sql } from 'kysely'
import type { Migration } from '../migrate.ts'

export const up: Migration = async ({ db, id }) => {
  await db.schema
    .createTable('entered_imports')
    .$call(id)
    .addColumn('task_id', 'integer', (c) => c.notNull().references('tasks.id').onDelete('cascade'))
    .addColumn('created_by', 'integer', (c) => c.notNull().references('users.id').onDelete('cascade'))
    .addColumn('state', 'text', (c) => c.notNull().check(sql`state in ('read', 'checked', 'applied', 'undone')`))
    .addColumn('file_name', 'text', (c) => c.notNull())
    .addColumn('has_header', 'boolean', (c) => c.notNull())
    .addColumn('columns', 'text', (c) => c.notNull())
    .addColumn('mapping', 'text')
    .addColumn('row_count', 'integer', (c) => c.notNull())
    .addColumn('created_at', 'bigint', (c) => c.notNull())
    .addColumn('applied_at', 'bigint')
    .addColumn('undone_at', 'bigint')
    .execute()
  await db.schema.createIndex('entered_imports_task').on('entered_imports').columns(['task_id', 'id']).execute()

  await db.schema
    .createTable('entered_import_rows')
    .addColumn('import_id', 'integer', (c) => c.notNull().references('entered_imports.id').onDelete('cascade'))
    .addColumn('line', 'integer', (c) => c.notNull())
    .addColumn('cells', 'text', (c) => c.notNull())
    .addColumn('student_no', 'text', (c) => c.notNull().defaultTo(''))
    .addColumn('typed', 'text', (c) => c.notNull().defaultTo(''))
    .addColumn('text', 'text')
    .addColumn('base', 'integer')
    .addColumn('status', 'text', (c) => c.check(sql`status in ('new', 'changed', 'same', 'ask', 'released', 'bad')`))
    .addColumn('problem', 'text', (c) => c.notNull().defaultTo(''))
    .addColumn('user_id', 'integer')
    .addColumn('word', 'text')
    .addColumn('score', 'double precision')
    .addColumn('seen', 'integer')
    .addColumn('taken', 'boolean', (c) => c.notNull().defaultTo(false))
    .addColumn('before', 'text')
    .addColumn('done_version', 'integer')
    .addColumn('was_left', 'boolean', (c) => c.notNull().defaultTo(false))
    .addPrimaryKeyConstraint('entered_import_rows_key', ['import_id', 'line'])
    .execute()
  await db.schema
    .createIndex('entered_import_rows_status')
    .on('entered_import_rows')
    .columns(['import_id', 'status', 'line'])
    .execute()
}
