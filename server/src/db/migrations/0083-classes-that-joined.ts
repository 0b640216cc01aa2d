import type { Migration } from '../migrate.ts'

/** Whole classes that joined a guild, and who joined or was invited with each, so that it can be undone. */
export const up: Migration = async ({ db, id }) => {
  await db.schema
    .createTable('class_joinings')
    .$call(id)
    .addColumn('guild_id', 'integer', (c) => c.notNull().references('guilds.id').onDelete('cascade'))
    .addColumn('class_name', 'text', (c) => c.notNull())
    .addColumn('created_by', 'integer', (c) => c.notNull().references('users.id').onDelete('cascade'))
    .addColumn('created_at', 'bigint', (c) => c.notNull())
    .addColumn('undone_at', 'bigint')
    .execute()
  await db.schema.createIndex('class_joinings_guild').on('class_joinings').columns(['guild_id', 'created_at']).execute()
  await db.schema.createIndex('class_joinings_old').on('class_joinings').column('created_at').execute()
  await db.schema
    .createTable('class_joining_people')
    .addColumn('joining_id', 'integer', (c) => c.notNull().references('class_joinings.id').onDelete('cascade'))
    .addColumn('user_id', 'integer', (c) => c.notNull().references('users.id').onDelete('cascade'))
    .addColumn('was', 'text', (c) => c.notNull())
    .addPrimaryKeyConstraint('class_joining_people_key', ['joining_id', 'user_id'])
    .execute()
  await db.schema.createIndex('class_joining_people_user').on('class_joining_people').column('user_id').execute()
}
