import type { Migration } from '../migrate.ts'

/** Whether an announcement may be replied to, and the one reply of each member. */
export const up: Migration = async ({ db }) => {
  await db.schema
    .alterTable('announcements')
    .addColumn('takes_replies', 'boolean', (c) => c.notNull().defaultTo(false))
    .execute()
  await db.schema
    .createTable('announcement_replies')
    .addColumn('announcement_id', 'integer', (c) => c.notNull().references('announcements.id').onDelete('cascade'))
    .addColumn('user_id', 'integer', (c) => c.notNull().references('users.id').onDelete('cascade'))
    .addColumn('content', 'text', (c) => c.notNull())
    .addColumn('written_at', 'bigint', (c) => c.notNull())
    .addPrimaryKeyConstraint('announcement_replies_key', ['announcement_id', 'user_id'])
    .execute()
  await db.schema.createIndex('announcement_replies_user').on('announcement_replies').column('user_id').execute()
}
