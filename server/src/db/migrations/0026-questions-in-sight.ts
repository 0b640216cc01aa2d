import { sql } from 'kysely'
import type { Migration } from '../migrate.ts'

export const up: Migration = async ({ db }) => {
  // The questions that can be read, in the words of `readableBy`: counting them, and turning their pages, reads no others.
  await sql`drop index discussions_new`.execute(db)
  await sql`create index discussions_new on discussions (task_id, pinned_at, id)
    where parent_id is null and target = 'task' and hidden_at is null and held_at is null
      and (deleted_at is null or (parent_id is null and reply_count > 0))`.execute(db)
  // What somebody has reported is out of their sight, in every list: read once for the list, not for each of its rows.
  await sql`create index reports_by on reports (reporter_id, target, target_id)`.execute(db)
}
