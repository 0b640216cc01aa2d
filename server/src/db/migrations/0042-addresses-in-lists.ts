import type { Migration } from '../migrate.ts'

export const up: Migration = async ({ db }) => {
  // An address that a list gave is a contact, not yet a log-in name.
  await db.schema
    .alterTable('users')
    .addColumn('email_given', 'boolean', (c) => c.notNull().defaultTo(false))
    .execute()
  await db.schema
    .alterTable('roster_rows')
    .addColumn('email', 'text', (c) => c.notNull().defaultTo(''))
    .execute()
}
