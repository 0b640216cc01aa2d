import type { Migration } from '../migrate.ts'

export const up: Migration = async ({ db }) => {
  // An account that goes is looked for here, and so is whatever goes along with it: each time the whole table was read.
  await db.schema.createIndex('entered_results_user').on('entered_results').column('user_id').execute()
}
