import { sql } from 'kysely'
import type { Migration } from '../migrate.ts'

/** An unconfirmed number is no log-in name and reserves nothing; before this migration no number could be confirmed. */
export const up: Migration = async ({ db }) => {
  await db.schema
    .alterTable('users')
    .addColumn('mobile_confirmed', 'boolean', (c) => c.notNull().defaultTo(false))
    .execute()
  await sql`create unique index users_confirmed_mobile on users (mobile) where mobile_confirmed`.execute(db)
}
