import { sql } from 'kysely'
import type { Migration } from '../migrate.ts'

/** The head that somebody composed for themselves. */
export const up: Migration = async ({ db }) => {
  await sql`alter table users add column head text not null default ''`.execute(db)
}
