import type { Migration } from '../migrate.ts'

/** Initial passwords that count already and are hashed in the background. */
export const up: Migration = async ({ db }) => {
  await db.schema
    .createTable('waiting_passwords')
    .addColumn('user_id', 'integer', (c) => c.primaryKey().references('users.id').onDelete('cascade'))
    .addColumn('closed', 'text', (c) => c.notNull())
    .execute()
}
