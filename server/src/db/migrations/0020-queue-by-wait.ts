import { sql } from 'kysely'
import type { Migration } from '../migrate.ts'

/**
 * The queue is ordered by waiting time: drafts that the clock hands in have an earlier submission time than their ids
 * suggest.
 */
export const up: Migration = async ({ db }) => {
  await sql`drop index submissions_waiting`.execute(db)
  await sql`create index submissions_waiting on submissions (guild_id, submitted_at, id) where status in ('sealed', 'in_review')`.execute(
    db,
  )
  // Across all guilds, as administrators read it: the index is walked in the order of the queue.
  await sql`create index submissions_waiting_longest on submissions (submitted_at, id) where status in ('sealed', 'in_review')`.execute(
    db,
  )
}
