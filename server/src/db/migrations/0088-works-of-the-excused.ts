import { sql } from 'kysely'
import type { Migration } from '../migrate.ts'

/**
 * Submissions of students who were excused while the work waited stayed in the queue forever. They no longer wait, and
 * the notices about them are updated once the product is up.
 */
export const up: Migration = async ({ db }) => {
  const waits = sql`status in ('sealed', 'in_review', 'reviewed')
    and enrolment_id in (select id from enrolments where state = 'excused')`
  await sql`insert into events (name, payload, created_at)
    select 'work.waits', '{"task_id":' || cast(task_id as text) || '}', max(submitted_at)
    from submissions where ${waits} group by task_id`.execute(db)
  await sql`update submissions set status = 'released', reviewer_id = null, review_until = null where ${waits}`.execute(
    db,
  )
}
