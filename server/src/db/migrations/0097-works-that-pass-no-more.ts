import { sql } from 'kysely'
import type { Migration } from '../migrate.ts'

/**
 * Once the product is up, works are checked again whose student was excused after the decision or had a later version
 * decided: a work that no longer passes is no longer excellent, and asks staff for nothing. The same applies to picks
 * and shares of works whose task is in the bin.
 */
export const up: Migration = async ({ db }) => {
  const isProposed = sql`exists (select 1 from work_picks as pick
    where pick.submission_id = work.id and pick.status = 'proposed')`
  await sql`insert into events (name, payload, created_at)
    select 'work.failed', '{"submission_id":' || cast(max(work.id) as text) || '}', max(its.updated_at)
    from submissions as work inner join enrolments as its on its.id = work.enrolment_id
    where work.status = 'released' and (work.featured or work.share_state = 'waiting' or ${isProposed})
      and ((its.state <> 'passed' and coalesce(its.reopened_from, '') <> 'passed')
        or exists (select 1 from submissions as newer where newer.enrolment_id = work.enrolment_id
          and newer.version > work.version and newer.status = 'released'))
    group by work.enrolment_id`.execute(db)
  await sql`insert into events (name, payload, created_at)
    select 'task.binned', '{"task_id":' || cast(id as text) || '}', coalesce(trashed_at, updated_at)
    from tasks where status = 'trashed' and exists (select 1 from submissions as work
      where work.task_id = tasks.id and (work.share_state = 'waiting' or ${isProposed}))`.execute(db)
}
