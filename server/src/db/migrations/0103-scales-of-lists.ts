import type { Migration } from '../migrate.ts'

/** The full marks that the rows of a list of results were judged by; lists that were checked before know none. */
export const up: Migration = async ({ db }) => {
  await db.schema.alterTable('entered_imports').addColumn('checked_max_score', 'double precision').execute()
}
