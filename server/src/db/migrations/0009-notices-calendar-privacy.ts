import { sql } from 'kysely'
import type { Migration } from '../migrate.ts'

export const up: Migration = async ({ db, id }) => {
  await db.schema
    .alterTable('mail_outbox')
    .addColumn('unsubscribe', 'text', (c) => c.notNull().defaultTo(''))
    .execute()

  await db.schema
    .createTable('notice_settings')
    .addColumn('user_id', 'integer', (c) => c.notNull().references('users.id').onDelete('cascade'))
    .addColumn('topic', 'text', (c) => c.notNull())
    .addColumn('in_app', 'boolean', (c) => c.notNull())
    .addColumn('mail', 'boolean', (c) => c.notNull())
    .addPrimaryKeyConstraint('notice_settings_key', ['user_id', 'topic'])
    .execute()

  await db.schema
    .createTable('notice_letters')
    .addColumn('message_id', 'integer', (c) => c.primaryKey().references('messages.id').onDelete('cascade'))
    .addColumn('user_id', 'integer', (c) => c.notNull().references('users.id').onDelete('cascade'))
    .addColumn('immediate', 'boolean', (c) => c.notNull())
    .execute()
  await db.schema.createIndex('notice_letters_waiting').on('notice_letters').columns(['immediate', 'user_id']).execute()

  await sql`create index ledger_entries_liked on ledger_entries (day) where kind = 'liked'`.execute(db)

  await db.schema
    .createTable('digest_days')
    .addColumn('user_id', 'integer', (c) => c.primaryKey().references('users.id').onDelete('cascade'))
    .addColumn('day', 'text', (c) => c.notNull())
    .execute()

  await db.schema
    .createTable('calendar_links')
    .addColumn('user_id', 'integer', (c) => c.primaryKey().references('users.id').onDelete('cascade'))
    .addColumn('nonce', 'text', (c) => c.notNull())
    .addColumn('token_hash', 'text', (c) => c.notNull().unique())
    .addColumn('created_at', 'bigint', (c) => c.notNull())
    .execute()

  await db.schema
    .createTable('data_exports')
    .$call(id)
    .addColumn('user_id', 'integer', (c) => c.notNull().references('users.id').onDelete('cascade'))
    .addColumn('status', 'text', (c) => c.notNull().check(sql`status in ('waiting', 'ready', 'failed', 'gone')`))
    .addColumn('key', 'text', (c) => c.notNull().defaultTo(''))
    .addColumn('size', 'bigint', (c) => c.notNull().defaultTo(0))
    .addColumn('created_at', 'bigint', (c) => c.notNull())
    .addColumn('finished_at', 'bigint')
    .execute()
  await db.schema.createIndex('data_exports_of_user').on('data_exports').columns(['user_id', 'id']).execute()
  await db.schema.createIndex('data_exports_by_status').on('data_exports').columns(['status', 'id']).execute()

  await db.schema
    .createTable('deletion_requests')
    .$call(id)
    .addColumn('user_id', 'integer', (c) => c.notNull().references('users.id').onDelete('cascade'))
    .addColumn('status', 'text', (c) =>
      c.notNull().check(sql`status in ('open', 'cancelled', 'approved', 'refused', 'erased')`),
    )
    .addColumn('reason', 'text', (c) => c.notNull().defaultTo(''))
    .addColumn('answer', 'text', (c) => c.notNull().defaultTo(''))
    .addColumn('created_at', 'bigint', (c) => c.notNull())
    .addColumn('answered_by', 'integer')
    .addColumn('answered_at', 'bigint')
    .addColumn('erase_at', 'bigint')
    .addColumn('erased_at', 'bigint')
    .execute()
  await db.schema.createIndex('deletion_requests_inbox').on('deletion_requests').columns(['status', 'id']).execute()
  await db.schema.createIndex('deletion_requests_of_user').on('deletion_requests').columns(['user_id', 'id']).execute()
  await sql`create unique index deletion_requests_open on deletion_requests (user_id) where status in ('open', 'approved')`.execute(
    db,
  )
}
