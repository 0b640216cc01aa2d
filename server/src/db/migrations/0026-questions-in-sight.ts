import { sql } from 'kysely'
import type { Migration } from '../migrate.ts'

export const up: Migration = async ({ db }) => {
  // The readable questions, by the same conditions as `readableBy`: counting and paging read no others.
  await sql`drop index discussions_new`.execute(db)
  await sql`create index discussions_new on discussions (task_id, pinned_at, id)
    where parent_id is null and target = 'task' and hidden_at is null and held_at is null
      and (deleted_at is null or (parent_id is null and reply_count > 0))`.execute(db)
  // Every list hides what its reader has reported: read once per list, not once per row.
  await sql`create index reports_by on reports (reporter_id, target, target_id)`.execute(db)
}
