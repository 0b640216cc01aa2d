import { sql } from 'kysely'
import type { Migration } from '../migrate.ts'

export const up: Migration = async ({ db }) => {
  // The largest guilds of each category, and how many it has: read in the index, however many guilds there are.
  await sql`create index guilds_largest on guilds (category_id, member_count desc, id)
    where status = 'active' and visibility = 'public' and category_id is not null`.execute(db)
}
