import { sql } from 'kysely'
import type { Migration } from '../migrate.ts'

export const up: Migration = async ({ db }) => {
  // An account that goes is looked for here, and so is whatever goes along with it: each time the whole table was read.
  await db.schema.createIndex('entered_results_user').on('entered_results').column('user_id').execute()
  // An account that a teacher’s list made and the school has named since, by a list or its log-in, gives that teacher no power.
  // A whole class that is brought along names nobody.
  await sql`update guild_members set origin = 'staff' where origin = 'made_here' and (
    user_id in (select user_id from identities where how = 'matched')
    or user_id in (select named.user_id from guild_members as named where named.origin = 'school' and not exists (
      select 1 from class_joining_people as came join class_joinings as whole on whole.id = came.joining_id
      where came.user_id = named.user_id and came.was = 'joined' and whole.guild_id = named.guild_id)))`.execute(db)
}
