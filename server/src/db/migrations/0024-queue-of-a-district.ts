import { sql } from 'kysely'
import type { Migration } from '../migrate.ts'

export const up: Migration = async ({ db }) => {
  // An administrator reads the queue of every guild: what is held, and what was ever sent, in the order it came.
  await sql`create index submissions_held on submissions (submitted_at, id) where status = 'reviewed'`.execute(db)
  await sql`create index submissions_sent on submissions (submitted_at, id)`.execute(db)
}
