import { sql } from 'kysely'
import type { Migration } from '../migrate.ts'

export const up: Migration = async ({ db }) => {
  // A nickname that a list gave is a real name. Of those who are there, a list made whom the school holds the consent of.
  await db.schema
    .alterTable('users')
    .addColumn('nickname_given', 'boolean', (c) => c.notNull().defaultTo(false))
    .execute()
  await sql`update users set nickname_given = true where consent_version = 0 and real_name <> '' and nickname = real_name`.execute(
    db,
  )
  // Whether a name may be read stands beside it, so that the gallery goes through nothing but the index still.
  await sql`drop index users_names`.execute(db)
  await sql`create index users_names on users (id, (lower(nickname)), nickname_given) where ranking_visibility = 'nickname'`.execute(
    db,
  )
}
