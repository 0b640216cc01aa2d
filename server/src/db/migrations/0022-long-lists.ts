import { sql } from 'kysely'
import type { Migration } from '../migrate.ts'

export const up: Migration = async ({ db }) => {
  // Every discussion shows how many questions wait for a reply: counted from the index alone.
  await sql`create index discussions_unanswered on discussions (task_id)
    where parent_id is null and reply_count = 0 and deleted_at is null and hidden_at is null and held_at is null`.execute(
    db,
  )
  // The gallery by form: most forms are rare among all works.
  await sql`create index submissions_shared_form on submissions (form, id)
    where status = 'released' and share <> 'none' and share_state = 'open' and not hidden`.execute(db)
}
