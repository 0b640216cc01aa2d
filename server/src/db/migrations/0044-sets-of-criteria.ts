import type { Migration } from '../migrate.ts'

/** Criteria that staff keep to use again: their own, or shared with the staff of a guild. */
export const up: Migration = async ({ db, id }) => {
  await db.schema
    .createTable('criteria_sets')
    .$call(id)
    .addColumn('user_id', 'integer', (c) => c.notNull().references('users.id').onDelete('cascade'))
    .addColumn('guild_id', 'integer', (c) => c.references('guilds.id').onDelete('cascade'))
    .addColumn('title', 'text', (c) => c.notNull())
    .addColumn('criteria', 'text', (c) => c.notNull())
    .addColumn('created_at', 'bigint', (c) => c.notNull())
    .execute()
  await db.schema.createIndex('criteria_sets_user').on('criteria_sets').columns(['user_id', 'id']).execute()
  await db.schema.createIndex('criteria_sets_guild').on('criteria_sets').columns(['guild_id', 'id']).execute()
}
