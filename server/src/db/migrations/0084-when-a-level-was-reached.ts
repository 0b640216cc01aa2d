import type { Migration } from '../migrate.ts'

/**
 * When the highest level was reached: on that day the square shows what it has unlocked. Unknown for earlier levels.
 */
export const up: Migration = async ({ db }) => {
  await db.schema.alterTable('ledger_totals').addColumn('level_reached_at', 'bigint').execute()
}
