import { sql } from 'kysely'
import type { Migration } from '../migrate.ts'

export const up: Migration = async ({ db }) => {
  // A nickname given by a list is a real name. Existing users count as listed if the school holds their consent.
  await db.schema
    .alterTable('users')
    .addColumn('nickname_given', 'boolean', (c) => c.notNull().defaultTo(false))
    .execute()
  await sql`update users set nickname_given = true where consent_version = 0 and real_name <> '' and nickname = real_name`.execute(
    db,
  )
  // The column that decides whether a name may be read is in the index too, so that the gallery still reads only the
  // index.
  await sql`drop index users_names`.execute(db)
  await sql`create index users_names on users (id, (lower(nickname)), nickname_given) where ranking_visibility = 'nickname'`.execute(
    db,
  )
}
