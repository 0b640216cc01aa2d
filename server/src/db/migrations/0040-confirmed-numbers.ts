import { sql } from 'kysely'
import type { Migration } from '../migrate.ts'

/** A number that nobody has confirmed is no log-in name and stands in nobody's way; until now nobody could confirm one. */
export const up: Migration = async ({ db }) => {
  await db.schema
    .alterTable('users')
    .addColumn('mobile_confirmed', 'boolean', (c) => c.notNull().defaultTo(false))
    .execute()
  await sql`create unique index users_confirmed_mobile on users (mobile) where mobile_confirmed`.execute(db)
}
