import type { Migration } from '../migrate.ts'

export const up: Migration = async ({ db }) => {
  // What a reviewer did last, and what the assistants did today.
  await db.schema.createIndex('results_reviewer').on('results').columns(['reviewer_id', 'created_at']).execute()
  await db.schema.createIndex('results_role').on('results').columns(['reviewer_role', 'created_at']).execute()
}
