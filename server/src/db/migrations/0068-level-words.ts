import type { Migration } from '../migrate.ts'

/** What the levels of a criterion look like: a JSON list of sentences, from level 1. */
export const up: Migration = async ({ db }) => {
  await db.schema
    .alterTable('criteria')
    .addColumn('level_words', 'text', (c) => c.notNull().defaultTo('[]'))
    .execute()
}
