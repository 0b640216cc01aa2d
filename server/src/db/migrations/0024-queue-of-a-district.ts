import { sql } from 'kysely'
import type { Migration } from '../migrate.ts'

export const up: Migration = async ({ db }) => {
  // The queue of all guilds, for administrators: held results, and every submission in the order it came.
  await sql`create index submissions_held on submissions (guild_id, task_id, user_id) where status = 'reviewed'`.execute(
    db,
  )
  await sql`create index submissions_held_longest on submissions (submitted_at, id) where status = 'reviewed'`.execute(
    db,
  )
  await sql`create index submissions_sent on submissions (submitted_at, id)`.execute(db)
  // Waiting submissions, by task and student: the first page of staff counts them all, from the index alone.
  await sql`drop index submissions_waiting`.execute(db)
  await sql`create index submissions_waiting on submissions (guild_id, submitted_at, id, task_id, user_id) where status in ('sealed', 'in_review')`.execute(
    db,
  )
}
