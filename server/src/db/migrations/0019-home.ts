import type { Migration } from '../migrate.ts'

export const up: Migration = async ({ db }) => {
  // The latest decisions of a reviewer, and today's decisions of assistants.
  await db.schema.createIndex('results_reviewer').on('results').columns(['reviewer_id', 'created_at']).execute()
  await db.schema.createIndex('results_role').on('results').columns(['reviewer_role', 'created_at']).execute()
}
