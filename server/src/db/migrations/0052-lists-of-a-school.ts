import { sql } from 'kysely'
import type { Migration } from '../migrate.ts'

/** Lists with several guilds, roles and sheets; whole classes, new slips and renamings, which use the same tables. */
export const up: Migration = async ({ db }) => {
  const imports = db.schema.alterTable('roster_imports')
  await imports.addColumn('kind', 'text', (c) => c.notNull().defaultTo('list')).execute()
  await imports.addColumn('sheets', 'text', (c) => c.notNull().defaultTo('[]')).execute()
  await imports.addColumn('sheet', 'integer').execute()
  await imports.addColumn('head_line', 'integer', (c) => c.notNull().defaultTo(0)).execute()
  await sql`update roster_imports set head_line = 1 where has_header`.execute(db)

  const rows = db.schema.alterTable('roster_rows')
  await rows.addColumn('sheet', 'integer', (c) => c.notNull().defaultTo(0)).execute()
  await rows.addColumn('place', 'integer', (c) => c.notNull().defaultTo(0)).execute()
  await rows.addColumn('fixes', 'text', (c) => c.notNull().defaultTo('{}')).execute()
  await rows.addColumn('role', 'text', (c) => c.notNull().defaultTo('student')).execute()
  await rows.addColumn('guild_key', 'text', (c) => c.notNull().defaultTo('')).execute()
  await sql`update roster_rows set place = line`.execute(db)
  await sql`create index roster_rows_guild on roster_rows (import_id, guild_key, line)`.execute(db)
  await sql`create index roster_rows_slips on roster_rows (user_id) where password is not null`.execute(db)

  await db.schema
    .createTable('roster_guilds')
    .addColumn('import_id', 'integer', (c) => c.notNull().references('roster_imports.id').onDelete('cascade'))
    .addColumn('key', 'text', (c) => c.notNull())
    .addColumn('name', 'text', (c) => c.notNull())
    .addColumn('guild_id', 'integer', (c) => c.references('guilds.id').onDelete('set null'))
    .addColumn('is_new', 'boolean', (c) => c.notNull())
    .addColumn('category_id', 'integer', (c) => c.references('guild_categories.id').onDelete('set null'))
    .addColumn('teacher_id', 'integer', (c) => c.references('users.id').onDelete('set null'))
    .addColumn('capacity', 'integer')
    .addColumn('capacity_before', 'integer')
    .addPrimaryKeyConstraint('roster_guilds_key', ['import_id', 'key'])
    .execute()
}
