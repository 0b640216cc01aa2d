import { sql } from 'kysely'
import type { Migration } from '../migrate.ts'

export const up: Migration = async ({ db }) => {
  // Deleting an account looks up its rows here and in the tables that go with it: without an index each lookup read the
  // whole table.
  await db.schema.createIndex('entered_results_user').on('entered_results').column('user_id').execute()
  // An account created by a teacher’s list gives that teacher no power once the school has named it, by a list or its
  // log-in. Bringing a whole class along names nobody.
  await sql`update guild_members set origin = 'staff' where origin = 'made_here' and (
    user_id in (select user_id from identities where how = 'matched')
    or user_id in (select named.user_id from guild_members as named where named.origin = 'school' and not exists (
      select 1 from class_joining_people as came join class_joinings as whole on whole.id = came.joining_id
      where came.user_id = named.user_id and came.was = 'joined' and whole.guild_id = named.guild_id)))`.execute(db)
}
