import { sql } from 'kysely'
import type { Migration } from '../migrate.ts'

/**
 * Once the product is up, notices that ask for something about a task already in the bin are removed, and enrolments
 * that went back to an earlier result show that result instead of the return after it.
 */
export const up: Migration = async ({ db }) => {
  await sql`insert into events (name, payload, created_at)
    select 'task.binned', '{"task_id":' || cast(id as text) || '}', coalesce(trashed_at, updated_at)
    from tasks where status = 'trashed'`.execute(db)
  await sql`insert into events (name, payload, created_at)
    select 'result.back', '{"enrolment_id":' || cast(id as text) || '}', updated_at
    from enrolments where state in ('passed', 'failed')
      and exists (select 1 from enrolment_history as again where again.enrolment_id = enrolments.id
        and again.action = 'reopen' and again.to_state = 'returned')
      and exists (select 1 from results where results.enrolment_id = enrolments.id
        and results.status = 'released' and results.decision = 'return')`.execute(db)
}
