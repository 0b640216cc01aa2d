import type { Migration } from '../migrate.ts'

/** Who has a list applied or undone: this person's permissions decide, not those of its creator. */
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
