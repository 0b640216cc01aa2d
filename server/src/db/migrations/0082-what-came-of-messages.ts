import type { Migration } from '../migrate.ts'

/** What came of each message of a robot: how often it was tried, when last, and what the other side said. */
export const up: Migration = async ({ db }) => {
  const add = (name: string, type: 'integer' | 'bigint' | 'text') =>
    db.schema
      .alterTable('robot_deliveries')
      .addColumn(name, type, (c) =>
        type === 'bigint' || name === 'problem' ? c : c.notNull().defaultTo(type === 'text' ? '' : 0),
      )
      .execute()
  await add('tries', 'integer')
  await add('tried_at', 'bigint')
  await add('problem', 'text')
  await add('said', 'text')
  await db.schema.createIndex('robot_deliveries_newest').on('robot_deliveries').columns(['robot_id', 'id']).execute()
}
