import type { Migration } from '../migrate.ts'

/** An appeal may be answered by reopening the work; a code knows who asked for it, and what others have tried. */
export const up: Migration = async ({ db }) => {
  await db.schema
    .alterTable('appeals')
    .addColumn('reopened', 'boolean', (c) => c.notNull().defaultTo(false))
    .execute()
  for (const name of ['asker', 'asker_network'])
    await db.schema
      .alterTable('verification_codes')
      .addColumn(name, 'text', (c) => c.notNull().defaultTo(''))
      .execute()
  await db.schema
    .alterTable('verification_codes')
    .addColumn('tries_of_others', 'integer', (c) => c.notNull().defaultTo(0))
    .execute()
}
