import type { Migration } from '../migrate.ts'

export const up: Migration = async ({ db, id }) => {
  // Records outlive the account of their user: no foreign key.
  await db.schema
    .createTable('audit_entries')
    .$call(id)
    .addColumn('user_id', 'integer', (c) => c.notNull())
    .addColumn('role', 'text')
    .addColumn('call', 'text', (c) => c.notNull())
    .addColumn('guild_id', 'integer')
    .addColumn('task_id', 'integer')
    .addColumn('submit_id', 'integer')
    .addColumn('input', 'text', (c) => c.notNull())
    .addColumn('outcome', 'text', (c) => c.notNull())
    .addColumn('address', 'text', (c) => c.notNull())
    .addColumn('at', 'bigint', (c) => c.notNull())
    .execute()
  await db.schema.createIndex('audit_entries_person').on('audit_entries').columns(['user_id', 'id']).execute()
  await db.schema.createIndex('audit_entries_call').on('audit_entries').columns(['call', 'id']).execute()
  await db.schema.createIndex('audit_entries_at').on('audit_entries').column('at').execute()

  await db.schema
    .createTable('second_factors')
    .addColumn('user_id', 'integer', (c) => c.primaryKey().references('users.id').onDelete('cascade'))
    .addColumn('secret', 'text', (c) => c.notNull())
    .addColumn('confirmed_at', 'bigint')
    .addColumn('last_step', 'bigint', (c) => c.notNull().defaultTo(0))
    .addColumn('created_at', 'bigint', (c) => c.notNull())
    .execute()
  await db.schema
    .createTable('recovery_codes')
    .addColumn('user_id', 'integer', (c) => c.notNull().references('users.id').onDelete('cascade'))
    .addColumn('code_hash', 'text', (c) => c.notNull())
    .addColumn('used_at', 'bigint')
    .addPrimaryKeyConstraint('recovery_codes_key', ['user_id', 'code_hash'])
    .execute()
  await db.schema
    .createTable('login_challenges')
    .addColumn('challenge_hash', 'text', (c) => c.primaryKey())
    .addColumn('user_id', 'integer', (c) => c.notNull().references('users.id').onDelete('cascade'))
    .addColumn('role', 'text', (c) => c.notNull())
    .addColumn('expires_at', 'bigint', (c) => c.notNull())
    .addColumn('used_at', 'bigint')
    .execute()

  await db.schema
    .alterTable('settings')
    .addColumn('version', 'integer', (c) => c.notNull().defaultTo(1))
    .execute()
  await db.schema.alterTable('job_leases').addColumn('last_at', 'bigint').execute()
  await db.schema.alterTable('job_leases').addColumn('failed_at', 'bigint').execute()
  await db.schema.alterTable('job_leases').addColumn('failed_reason', 'text').execute()
}
