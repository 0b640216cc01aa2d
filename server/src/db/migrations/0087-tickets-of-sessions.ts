import type { Migration } from '../migrate.ts'

/** A ticket for the admin site belongs to the session it was asked for from: it ends with that, and passes on whose account opened it. */
export const up: Migration = async ({ db }) => {
  await db.schema
    .alterTable('role_tickets')
    .addColumn('session_id', 'integer', (c) => c.references('sessions.id').onDelete('cascade'))
    .execute()
}
