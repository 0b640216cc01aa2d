import { sql } from 'kysely'
import type { Migration } from '../migrate.ts'

const ofStaff = [
  'deletion.asked',
  'submission.new',
  'submission.waiting',
  'appeal.opened',
  'extension.asked',
  'discussion.waiting',
  'report.opened',
  'work.share_asked',
  'work.pick_proposed',
  'join.asked',
]

/** Notices of staff: shown on the admin site only, with switches of their own, and quiet for single guilds. */
export const up: Migration = async ({ db }) => {
  await db.schema
    .alterTable('messages')
    .addColumn('audience', 'text', (c) =>
      c
        .notNull()
        .defaultTo('student')
        .check(sql`audience in ('student', 'staff')`),
    )
    .execute()
  await db.schema
    .alterTable('messages')
    .addColumn('guild_id', 'integer', (c) => c.references('guilds.id').onDelete('cascade'))
    .execute()
  await sql`update messages set audience = 'staff' where kind in (${sql.join(ofStaff)})`.execute(db)
  await sql`drop index messages_box`.execute(db)
  await sql`drop index messages_unread`.execute(db)
  await sql`create index messages_box on messages (user_id, audience, id, removed_at)`.execute(db)
  await sql`create index messages_unread on messages (user_id, audience, type) where read_at is null and removed_at is null`.execute(
    db,
  )
  await sql`create index messages_staff on messages (user_id, created_at, id) where audience = 'staff'`.execute(db)
  await sql`create index messages_guild on messages (guild_id, user_id) where guild_id is not null`.execute(db)

  await db.schema
    .alterTable('notice_letters')
    .addColumn('audience', 'text', (c) => c.notNull().defaultTo('student'))
    .execute()
  await sql`drop index notice_letters_waiting`.execute(db)
  await db.schema
    .createIndex('notice_letters_waiting')
    .on('notice_letters')
    .columns(['immediate', 'audience', 'user_id'])
    .execute()

  await db.schema
    .createTable('staff_notice_settings')
    .addColumn('user_id', 'integer', (c) => c.notNull().references('users.id').onDelete('cascade'))
    .addColumn('topic', 'text', (c) => c.notNull())
    .addColumn('in_app', 'boolean', (c) => c.notNull())
    .addColumn('mail', 'text', (c) => c.notNull().check(sql`mail in ('now', 'daily', 'never')`))
    .addPrimaryKeyConstraint('staff_notice_settings_key', ['user_id', 'topic'])
    .execute()
  await db.schema
    .createTable('quiet_guilds')
    .addColumn('user_id', 'integer', (c) => c.notNull().references('users.id').onDelete('cascade'))
    .addColumn('guild_id', 'integer', (c) => c.notNull().references('guilds.id').onDelete('cascade'))
    .addColumn('level', 'text', (c) => c.notNull().check(sql`level in ('urgent', 'none')`))
    .addPrimaryKeyConstraint('quiet_guilds_key', ['user_id', 'guild_id'])
    .execute()
}
