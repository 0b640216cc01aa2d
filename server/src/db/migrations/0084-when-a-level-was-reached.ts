import type { Migration } from '../migrate.ts'

/** When the highest level was reached: on that day the square says what it has opened. Unknown of levels before. */
export const up: Migration = async ({ db }) => {
  await db.schema.alterTable('ledger_totals').addColumn('level_reached_at', 'bigint').execute()
}
