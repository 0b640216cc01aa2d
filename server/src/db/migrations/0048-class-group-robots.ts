import { sql } from 'kysely'
import type { Migration } from '../migrate.ts'

/** Robots of class groups, and what each of them still has to send. */
export const up: Migration = async ({ db, id }) => {
  await db.schema
    .createTable('guild_robots')
    .$call(id)
    .addColumn('guild_id', 'integer', (c) => c.notNull().references('guilds.id').onDelete('cascade'))
    .addColumn('kind', 'text', (c) => c.notNull().check(sql`kind in ('wecom', 'dingtalk', 'feishu', 'json')`))
    .addColumn('name', 'text', (c) => c.notNull())
    .addColumn('address', 'text', (c) => c.notNull())
    .addColumn('address_key', 'text', (c) => c.notNull())
    .addColumn('address_shown', 'text', (c) => c.notNull())
    .addColumn('secret', 'text', (c) => c.notNull())
    .addColumn('events', 'text', (c) => c.notNull())
    .addColumn('titles', 'boolean', (c) => c.notNull())
    .addColumn('language', 'text', (c) => c.notNull().check(sql`language in ('zh-CN', 'en-US')`))
    .addColumn('quiet_from', 'integer', (c) => c.notNull())
    .addColumn('quiet_until', 'integer', (c) => c.notNull())
    .addColumn('enabled', 'boolean', (c) => c.notNull())
    .addColumn('version', 'integer', (c) => c.notNull().defaultTo(0))
    .addColumn('place', 'text', (c) => c.notNull())
    .addColumn('failures', 'integer', (c) => c.notNull().defaultTo(0))
    .addColumn('failing_since', 'bigint')
    .addColumn('next_at', 'bigint', (c) => c.notNull().defaultTo(0))
    .addColumn('problem', 'text')
    .addColumn('said', 'text', (c) => c.notNull().defaultTo(''))
    .addColumn('sent_at', 'bigint')
    .addColumn('stopped_at', 'bigint')
    .addColumn('created_at', 'bigint', (c) => c.notNull())
    .execute()
  await db.schema
    .createIndex('guild_robots_address')
    .on('guild_robots')
    .columns(['guild_id', 'address_key'])
    .unique()
    .execute()
  await db.schema
    .createTable('robot_deliveries')
    .$call(id)
    .addColumn('robot_id', 'integer', (c) => c.notNull().references('guild_robots.id').onDelete('cascade'))
    .addColumn('event_key', 'text', (c) => c.notNull())
    .addColumn('about', 'text', (c) => c.notNull())
    .addColumn('event', 'text', (c) =>
      c.notNull().check(sql`event in ('announcement', 'task_open', 'due_soon', 'released')`),
    )
    .addColumn('count', 'integer', (c) => c.notNull())
    .addColumn('data', 'text', (c) => c.notNull())
    .addColumn('not_before', 'bigint', (c) => c.notNull())
    .addColumn('not_after', 'bigint', (c) => c.notNull())
    .addColumn('state', 'text', (c) => c.notNull().check(sql`state in ('waiting', 'sent', 'dropped')`))
    .addColumn('batch', 'text')
    .addColumn('created_at', 'bigint', (c) => c.notNull())
    .addColumn('settled_at', 'bigint')
    .execute()
  await db.schema
    .createIndex('robot_deliveries_event')
    .on('robot_deliveries')
    .columns(['robot_id', 'event_key'])
    .unique()
    .execute()
  await sql`create index robot_deliveries_waiting on robot_deliveries (robot_id, not_before, id) where state = 'waiting'`.execute(
    db,
  )
  await sql`create index robot_deliveries_about on robot_deliveries (about) where state = 'waiting'`.execute(db)
  await db.schema
    .createIndex('robot_deliveries_settled')
    .on('robot_deliveries')
    .columns(['robot_id', 'settled_at'])
    .execute()
  await db.schema.createIndex('robot_deliveries_old').on('robot_deliveries').column('created_at').execute()
}
