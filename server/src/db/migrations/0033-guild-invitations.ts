import { sql } from 'kysely'
import type { Migration } from '../migrate.ts'

/** Who was asked into a guild, for which part in it, and what they answered. */
export const up: Migration = async ({ db, id }) => {
  await db.schema
    .createTable('guild_invitations')
    .$call(id)
    .addColumn('guild_id', 'integer', (c) => c.notNull().references('guilds.id').onDelete('cascade'))
    .addColumn('user_id', 'integer', (c) => c.notNull().references('users.id').onDelete('cascade'))
    .addColumn('role', 'text', (c) => c.notNull().check(sql`role in ('student', 'assistant', 'teacher')`))
    .addColumn('title', 'text', (c) => c.notNull().defaultTo(''))
    .addColumn('can_review', 'boolean', (c) => c.notNull().defaultTo(false))
    .addColumn('can_moderate', 'boolean', (c) => c.notNull().defaultTo(false))
    .addColumn('can_admit', 'boolean', (c) => c.notNull().defaultTo(false))
    .addColumn('can_see_grades', 'boolean', (c) => c.notNull().defaultTo(false))
    .addColumn('listed_no', 'text', (c) => c.notNull().defaultTo(''))
    .addColumn('invited_by', 'integer', (c) => c.notNull().references('users.id').onDelete('cascade'))
    .addColumn('status', 'text', (c) =>
      c
        .notNull()
        .defaultTo('waiting')
        .check(sql`status in ('waiting', 'accepted', 'declined', 'withdrawn')`),
    )
    .addColumn('created_at', 'bigint', (c) => c.notNull())
    .addColumn('answered_at', 'bigint')
    .execute()
  await sql`create unique index guild_invitations_waiting on guild_invitations (guild_id, user_id) where status = 'waiting'`.execute(
    db,
  )
  await db.schema.createIndex('guild_invitations_user').on('guild_invitations').columns(['user_id', 'id']).execute()
  await db.schema
    .createIndex('guild_invitations_guild')
    .on('guild_invitations')
    .columns(['guild_id', 'status', 'id'])
    .execute()
}
