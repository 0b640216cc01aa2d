import { sql } from 'kysely'
import type { Migration } from '../migrate.ts'

/** Announcements can be scheduled, one per guild can be pinned on top, and its readers are counted. */
export const up: Migration = async ({ db }) => {
  for (const name of ['publish_at', 'published_at', 'pinned_until', 'taken_back_at'])
    await db.schema.alterTable('announcements').addColumn(name, 'bigint').execute()
  await db.schema
    .alterTable('announcements')
    .addColumn('pinned', 'boolean', (c) => c.notNull().defaultTo(false))
    .execute()
  await db.schema
    .alterTable('announcements')
    .addColumn('tells', 'boolean', (c) => c.notNull().defaultTo(false))
    .execute()
  await sql`update announcements set published_at = created_at`.execute(db)
  await sql`create index announcements_to_publish on announcements (publish_at) where published_at is null`.execute(db)
  await db.schema
    .createTable('announcement_views')
    .addColumn('announcement_id', 'integer', (c) => c.notNull().references('announcements.id').onDelete('cascade'))
    .addColumn('user_id', 'integer', (c) => c.notNull().references('users.id').onDelete('cascade'))
    .addColumn('seen_at', 'bigint', (c) => c.notNull())
    .addPrimaryKeyConstraint('announcement_views_key', ['announcement_id', 'user_id'])
    .execute()
  await db.schema.createIndex('announcement_views_user').on('announcement_views').column('user_id').execute()
}
