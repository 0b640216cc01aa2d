import { sql } from 'kysely'
import type { Migration } from '../migrate.ts'

/**
 * The installation id, the removals stopped by the brake, the owners of files in the trash, and when each file was last
 * compared with its row.
 */
export const up: Migration = async ({ db }) => {
  await db.schema
    .createTable('installation')
    .addColumn('one', 'integer', (column) => column.primaryKey())
    .addColumn('name', 'text', (column) => column.notNull())
    .execute()
  await db.schema
    .createTable('removal_stops')
    .addColumn('name', 'text', (column) => column.primaryKey())
    .addColumn('wanted', 'integer', (column) => column.notNull())
    .addColumn('total', 'integer', (column) => column.notNull())
    .addColumn('found_at', 'bigint', (column) => column.notNull())
    .addColumn('confirmed_at', 'bigint')
    .addColumn('confirmed_by', 'integer', (column) => column.references('users.id').onDelete('set null'))
    .execute()
  await db.schema
    .createTable('trashed_files')
    .addColumn('key', 'text', (column) => column.primaryKey())
    .addColumn('owner_id', 'integer', (column) => column.notNull())
    .addColumn('at', 'bigint', (column) => column.notNull())
    .execute()
  await db.schema.createIndex('trashed_files_owner').on('trashed_files').column('owner_id').execute()
  await db.schema
    .alterTable('files')
    .addColumn('checked_at', 'bigint', (column) => column.notNull().defaultTo(0))
    .execute()
  await db.schema
    .alterTable('files')
    .addColumn('damage', 'text', (column) => column.notNull().defaultTo(''))
    .execute()
  await db.schema.createIndex('files_by_check').on('files').columns(['checked_at', 'id']).execute()
  await sql`create index files_damaged on files (id) where damage <> ''`.execute(db)
}
