import type { Migration } from '../migrate.ts'

/**
 * A ticket for the admin site belongs to the session that requested it: it ends with that session, and passes on its
 * provider.
 */
export const up: Migration = async ({ db }) => {
  await db.schema
    .alterTable('role_tickets')
    .addColumn('session_id', 'integer', (c) => c.references('sessions.id').onDelete('cascade'))
    .execute()
}
