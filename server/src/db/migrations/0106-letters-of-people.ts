import type { Migration } from '../migrate.ts'

/**
 * Whose a letter in the outbox is, and until when it is worth sending; those that wait now are nobody's in particular.
 */
export const up: Migration = async ({ db }) => {
  await db.schema.alterTable('mail_outbox').addColumn('user_id', 'integer').execute()
  await db.schema.alterTable('mail_outbox').addColumn('good_until', 'bigint').execute()
  await db.schema.createIndex('mail_outbox_user').on('mail_outbox').column('user_id').execute()
}
