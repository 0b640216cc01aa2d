import type { Migration } from '../migrate.ts'

/** Who has a list carried out or taken back: what is done with it is theirs to do, and not what its maker could do. */
export const up: Migration = async ({ db }) => {
  await db.schema
    .alterTable('roster_imports')
    .addColumn('actor_id', 'integer', (c) => c.references('users.id').onDelete('set null'))
    .execute()
  await db.schema
    .alterTable('roster_imports')
    .addColumn('actor_is_admin', 'boolean', (c) => c.notNull().defaultTo(false))
    .execute()
}
