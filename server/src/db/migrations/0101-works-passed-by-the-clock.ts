import { sql } from 'kysely'
import type { Migration } from '../migrate.ts'

/**
 * Once the product is up, returned works that the clock had passed without an event are processed: their shares wait
 * for staff, and agreed picks show.
 */
export const up: Migration = async ({ db }) => {
  await sql`insert into events (name, payload, created_at)
    select 'return.passed', '{"enrolment_id":' || cast(its.id as text) || '}', its.updated_at
    from enrolments as its inner join results on results.enrolment_id = its.id
      inner join submissions as work on work.id = results.submission_id
    where its.state = 'passed' and results.status = 'released' and results.decision = 'return'
      and (work.share_state = 'waiting' or exists (select 1 from work_picks as pick
        where pick.submission_id = work.id and pick.status = 'agreed' and not work.featured))`.execute(db)
}
