import type { Migration } from '../migrate.ts'

export const up: Migration = async ({ db, id }) => {
  await db.schema
    .createTable('events')
    .$call(id)
    .addColumn('name', 'text', (column) => column.notNull())
    .addColumn('payload', 'text', (column) => column.notNull())
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .addColumn('attempts', 'integer', (column) => column.notNull().defaultTo(0))
    .addColumn('next_at', 'bigint', (column) => column.notNull().defaultTo(0))
    .addColumn('failed_reason', 'text')
    .execute()
  await db.schema.createIndex('events_due').on('events').columns(['next_at', 'id']).execute()

  await db.schema
    .createTable('job_leases')
    .addColumn('name', 'text', (column) => column.primaryKey())
    .addColumn('owner', 'text', (column) => column.notNull())
    .addColumn('held_until', 'bigint', (column) => column.notNull())
    .addColumn('next_at', 'bigint', (column) => column.notNull())
    .execute()

  await db.schema
    .createTable('mail_outbox')
    .$call(id)
    .addColumn('message_id', 'text', (column) => column.notNull().unique())
    .addColumn('recipient', 'text', (column) => column.notNull())
    .addColumn('subject', 'text', (column) => column.notNull())
    .addColumn('text', 'text', (column) => column.notNull())
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .addColumn('attempts', 'integer', (column) => column.notNull().defaultTo(0))
    .addColumn('next_at', 'bigint', (column) => column.notNull().defaultTo(0))
    .addColumn('failed_at', 'bigint')
    .addColumn('failed_reason', 'text')
    .execute()
  await db.schema.createIndex('mail_outbox_due').on('mail_outbox').columns(['next_at', 'id']).execute()

  await db.schema
    .createTable('limits')
    .addColumn('key', 'text', (column) => column.notNull())
    .addColumn('window_start', 'bigint', (column) => column.notNull())
    .addColumn('count', 'integer', (column) => column.notNull())
    .addPrimaryKeyConstraint('limits_key', ['key', 'window_start'])
    .execute()
  await db.schema.createIndex('limits_window').on('limits').column('window_start').execute()

  await db.schema
    .createTable('settings')
    .addColumn('key', 'text', (column) => column.primaryKey())
    .addColumn('value', 'text', (column) => column.notNull())
    .execute()
}
