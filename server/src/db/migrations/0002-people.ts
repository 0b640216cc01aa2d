import { sql } from 'kysely'
import type { Migration } from '../migrate.ts'

/** Ledgers, people, their sessions and codes, message boxes and files. */
export const up: Migration = async ({ db, id }) => {
  await db.schema
    .createTable('users')
    .$call(id)
    .addColumn('username', 'text', (c) => c.notNull())
    .addColumn('username_key', 'text', (c) => c.notNull().unique())
    .addColumn('nickname', 'text', (c) => c.notNull())
    .addColumn('password_hash', 'text', (c) => c.notNull().defaultTo(''))
    .addColumn('avatar_file_id', 'integer')
    .addColumn('gender', 'integer', (c) => c.notNull().defaultTo(0))
    .addColumn('job', 'text', (c) => c.notNull().defaultTo(''))
    .addColumn('job_name', 'text', (c) => c.notNull().defaultTo(''))
    .addColumn('location', 'text', (c) => c.notNull().defaultTo(''))
    .addColumn('location_name', 'text', (c) => c.notNull().defaultTo(''))
    .addColumn('introduction', 'text', (c) => c.notNull().defaultTo(''))
    .addColumn('personal_website', 'text', (c) => c.notNull().defaultTo(''))
    .addColumn('email', 'text')
    .addColumn('email_key', 'text')
    .addColumn('email_confirmed', 'boolean', (c) => c.notNull().defaultTo(false))
    .addColumn('mobile', 'text')
    .addColumn('student_no', 'text', (c) => c.unique())
    .addColumn('real_name', 'text', (c) => c.notNull().defaultTo(''))
    .addColumn('organization', 'text', (c) => c.notNull().defaultTo(''))
    .addColumn('organization_name', 'text', (c) => c.notNull().defaultTo(''))
    .addColumn('ranking_visibility', 'text', (c) =>
      c
        .notNull()
        .defaultTo('nickname')
        .check(sql`ranking_visibility in ('nickname', 'anonymous', 'hidden')`),
    )
    .addColumn('locale', 'text', (c) =>
      c
        .notNull()
        .defaultTo('zh-CN')
        .check(sql`locale in ('zh-CN', 'en-US')`),
    )
    .addColumn('status', 'text', (c) =>
      c
        .notNull()
        .defaultTo('normal')
        .check(sql`status in ('normal', 'disabled')`),
    )
    .addColumn('must_change_password', 'boolean', (c) => c.notNull().defaultTo(false))
    .addColumn('consent_version', 'integer', (c) => c.notNull().defaultTo(0))
    .addColumn('consent_at', 'bigint')
    .addColumn('demo', 'boolean', (c) => c.notNull().defaultTo(false))
    .addColumn('created_at', 'bigint', (c) => c.notNull())
    .addColumn('last_login_at', 'bigint')
    .execute()
  // An unconfirmed address reserves nothing: two people may have typed the same one.
  await sql`create unique index users_email on users (email_key) where email_confirmed`.execute(db)
  await db.schema.createIndex('users_email_typed').on('users').column('email_key').execute()
  await db.schema.createIndex('users_mobile').on('users').column('mobile').execute()

  await db.schema
    .createTable('user_roles')
    .addColumn('user_id', 'integer', (c) => c.notNull().references('users.id').onDelete('cascade'))
    .addColumn('role', 'text', (c) => c.notNull().check(sql`role in ('student', 'assistant', 'teacher', 'admin')`))
    .addPrimaryKeyConstraint('user_roles_pk', ['user_id', 'role'])
    .execute()
  await db.schema.createIndex('user_roles_role').on('user_roles').column('role').execute()

  await db.schema
    .createTable('sessions')
    .$call(id)
    .addColumn('token_hash', 'text', (c) => c.notNull().unique())
    .addColumn('user_id', 'integer', (c) => c.notNull().references('users.id').onDelete('cascade'))
    .addColumn('audience', 'text', (c) => c.notNull().check(sql`audience in ('student', 'admin')`))
    .addColumn('role', 'text')
    .addColumn('device', 'text', (c) => c.notNull().defaultTo(''))
    .addColumn('address', 'text', (c) => c.notNull().defaultTo(''))
    .addColumn('created_at', 'bigint', (c) => c.notNull())
    .addColumn('expires_at', 'bigint', (c) => c.notNull())
    .addColumn('ended_at', 'bigint')
    .addColumn('ended_reason', 'text')
    .execute()
  await db.schema.createIndex('sessions_user').on('sessions').columns(['user_id', 'id']).execute()
  await db.schema.createIndex('sessions_expiry').on('sessions').column('expires_at').execute()

  await db.schema
    .createTable('known_browsers')
    .addColumn('user_id', 'integer', (c) => c.notNull().references('users.id').onDelete('cascade'))
    .addColumn('browser_hash', 'text', (c) => c.notNull())
    .addColumn('created_at', 'bigint', (c) => c.notNull())
    .addPrimaryKeyConstraint('known_browsers_pk', ['user_id', 'browser_hash'])
    .execute()

  await db.schema
    .createTable('verification_codes')
    .$call(id)
    .addColumn('address_key', 'text', (c) => c.notNull())
    .addColumn('event', 'text', (c) => c.notNull())
    .addColumn('code_hash', 'text', (c) => c.notNull())
    .addColumn('tries', 'integer', (c) => c.notNull().defaultTo(0))
    .addColumn('created_at', 'bigint', (c) => c.notNull())
    .addColumn('expires_at', 'bigint', (c) => c.notNull())
    .addColumn('used_at', 'bigint')
    .execute()
  await db.schema
    .createIndex('verification_codes_address')
    .on('verification_codes')
    .columns(['address_key', 'event', 'id'])
    .execute()

  await db.schema
    .createTable('role_tickets')
    .addColumn('ticket_hash', 'text', (c) => c.primaryKey())
    .addColumn('user_id', 'integer', (c) => c.notNull().references('users.id').onDelete('cascade'))
    .addColumn('role', 'text', (c) => c.notNull())
    .addColumn('expires_at', 'bigint', (c) => c.notNull())
    .addColumn('used_at', 'bigint')
    .execute()

  await db.schema
    .createTable('password_tries')
    .addColumn('key', 'text', (c) => c.primaryKey())
    .addColumn('wrong', 'integer', (c) => c.notNull())
    .addColumn('last_at', 'bigint', (c) => c.notNull())
    .addColumn('paused_until', 'bigint', (c) => c.notNull())
    .execute()
  await db.schema.createIndex('password_tries_last').on('password_tries').column('last_at').execute()

  await db.schema
    .createTable('ledger_entries')
    .$call(id)
    .addColumn('user_id', 'integer', (c) => c.notNull().references('users.id').onDelete('cascade'))
    .addColumn('ledger', 'text', (c) => c.notNull().check(sql`ledger in ('score', 'experience')`))
    .addColumn('kind', 'text', (c) => c.notNull())
    .addColumn('source_type', 'text', (c) => c.notNull())
    .addColumn('source_id', 'integer', (c) => c.notNull())
    .addColumn('actor', 'integer', (c) => c.notNull().defaultTo(0))
    .addColumn('seq', 'integer', (c) => c.notNull())
    .addColumn('points', 'integer', (c) => c.notNull())
    .addColumn('before', 'integer', (c) => c.notNull())
    .addColumn('after', 'integer', (c) => c.notNull())
    .addColumn('memo', 'text', (c) => c.notNull().defaultTo(''))
    .addColumn('guild_id', 'integer')
    .addColumn('day', 'text', (c) => c.notNull())
    .addColumn('created_at', 'bigint', (c) => c.notNull())
    .addUniqueConstraint('ledger_entries_once', ['user_id', 'kind', 'source_type', 'source_id', 'actor', 'seq'])
    .execute()
  await db.schema.createIndex('ledger_entries_day').on('ledger_entries').columns(['user_id', 'day']).execute()

  await db.schema
    .createTable('ledger_totals')
    .addColumn('user_id', 'integer', (c) => c.primaryKey().references('users.id').onDelete('cascade'))
    .addColumn('score', 'integer', (c) => c.notNull().defaultTo(0))
    .addColumn('experience', 'integer', (c) => c.notNull().defaultTo(0))
    .addColumn('level_reached', 'integer', (c) => c.notNull().defaultTo(1))
    .execute()

  await db.schema
    .createTable('messages')
    .$call(id)
    .addColumn('user_id', 'integer', (c) => c.notNull().references('users.id').onDelete('cascade'))
    .addColumn('type', 'text', (c) => c.notNull().check(sql`type in ('message', 'notice', 'todo')`))
    .addColumn('kind', 'text', (c) => c.notNull())
    .addColumn('data', 'text', (c) => c.notNull())
    .addColumn('link', 'text')
    .addColumn('about', 'text', (c) => c.notNull().defaultTo(''))
    .addColumn('created_at', 'bigint', (c) => c.notNull())
    .addColumn('read_at', 'bigint')
    .addColumn('removed_at', 'bigint')
    .execute()
  await db.schema.createIndex('messages_box').on('messages').columns(['user_id', 'id']).execute()
  await sql`create index messages_unread on messages (user_id, type) where read_at is null and removed_at is null`.execute(
    db,
  )
  await db.schema.createIndex('messages_about').on('messages').columns(['about', 'user_id']).execute()

  await db.schema
    .createTable('files')
    .$call(id)
    .addColumn('owner_id', 'integer', (c) => c.notNull().references('users.id'))
    .addColumn('name', 'text', (c) => c.notNull())
    .addColumn('size', 'bigint', (c) => c.notNull())
    .addColumn('mime', 'text', (c) => c.notNull().defaultTo('application/octet-stream'))
    .addColumn('kind', 'text', (c) => c.notNull().defaultTo('other'))
    .addColumn('purpose', 'text', (c) => c.notNull().check(sql`purpose in ('submission', 'avatar', 'task', 'banner')`))
    .addColumn('status', 'text', (c) => c.notNull().check(sql`status in ('uploading', 'ready', 'refused')`))
    .addColumn('upload_id', 'text', (c) => c.notNull().unique())
    .addColumn('sha256', 'text', (c) => c.notNull().defaultTo(''))
    .addColumn('width', 'integer')
    .addColumn('height', 'integer')
    .addColumn('pictures', 'text', (c) =>
      c
        .notNull()
        .defaultTo('none')
        .check(sql`pictures in ('none', 'waiting', 'made', 'failed')`),
    )
    .addColumn('thumb_key', 'text')
    .addColumn('public_key', 'text')
    .addColumn('public_size', 'bigint')
    .addColumn('created_at', 'bigint', (c) => c.notNull())
    .addColumn('finished_at', 'bigint')
    .execute()
  await db.schema.createIndex('files_owner').on('files').columns(['owner_id', 'id']).execute()
  await sql`create index files_pictures on files (id) where pictures = 'waiting'`.execute(db)
  await sql`create index files_uploading on files (created_at) where status = 'uploading'`.execute(db)
}
