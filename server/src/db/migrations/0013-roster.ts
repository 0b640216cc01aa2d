import { sql } from 'kysely'
import type { Migration } from '../migrate.ts'

export const up: Migration = async ({ db, id }) => {
  await db.schema
    .createTable('roster_imports')
    .$call(id)
    .addColumn('guild_id', 'integer', (c) => c.references('guilds.id').onDelete('cascade'))
    .addColumn('created_by', 'integer', (c) => c.notNull().references('users.id').onDelete('cascade'))
    .addColumn('state', 'text', (c) =>
      c.notNull().check(sql`state in ('read', 'checked', 'applying', 'applied', 'undoing', 'undone')`),
    )
    .addColumn('file_name', 'text', (c) => c.notNull())
    .addColumn('encoding', 'text', (c) => c.notNull())
    .addColumn('has_header', 'boolean', (c) => c.notNull())
    .addColumn('columns', 'text', (c) => c.notNull())
    .addColumn('mapping', 'text')
    .addColumn('row_count', 'integer', (c) => c.notNull())
    .addColumn('created_at', 'bigint', (c) => c.notNull())
    .addColumn('applied_at', 'bigint')
    .addColumn('undone_at', 'bigint')
    .execute()
  await db.schema.createIndex('roster_imports_by').on('roster_imports').columns(['created_by', 'id']).execute()
  await sql`create index roster_imports_open on roster_imports (id) where state in ('applying', 'undoing')`.execute(db)

  await db.schema
    .createTable('roster_rows')
    .addColumn('import_id', 'integer', (c) => c.notNull().references('roster_imports.id').onDelete('cascade'))
    .addColumn('line', 'integer', (c) => c.notNull())
    .addColumn('cells', 'text', (c) => c.notNull())
    .addColumn('student_no', 'text', (c) => c.notNull().defaultTo(''))
    .addColumn('real_name', 'text', (c) => c.notNull().defaultTo(''))
    .addColumn('class_name', 'text', (c) => c.notNull().defaultTo(''))
    .addColumn('gender', 'integer', (c) => c.notNull().defaultTo(0))
    .addColumn('status', 'text', (c) => c.check(sql`status in ('new', 'joins', 'changed', 'same', 'bad')`))
    .addColumn('problem', 'text', (c) => c.notNull().defaultTo(''))
    .addColumn('user_id', 'integer')
    .addColumn('is_done', 'boolean', (c) => c.notNull().defaultTo(false))
    .addColumn('did', 'text')
    .addColumn('password', 'text')
    .addColumn('was_left', 'boolean', (c) => c.notNull().defaultTo(false))
    .addPrimaryKeyConstraint('roster_rows_key', ['import_id', 'line'])
    .execute()
  await db.schema.createIndex('roster_rows_status').on('roster_rows').columns(['import_id', 'status', 'line']).execute()
  await sql`create index roster_rows_password on roster_rows (import_id) where password is not null`.execute(db)
}
