import { sql, type SqlBool } from 'kysely'
import type { Db } from '../../db/schema.ts'

/** Of `enrolments as e`: whether a review returned it last, and nobody has reopened it since. */
const cameBack = sql<SqlBool>`(select last.action from enrolment_history as last
  where last.enrolment_id = e.id and last.action in ('return', 'reopen') order by last.id desc limit 1) = 'return'`

/** The returned rows of a task, or one of them, whose student still has time to mend the work. */
export const listToMend = (
  db: Db,
  { task_id, enrolment_id }: { task_id: number; enrolment_id: number | undefined },
  now: number,
) =>
  db
    .selectFrom('enrolments as e')
    .select(['e.id', 'e.user_id', 'e.mark_count', 'e.return_due_at'])
    .where('e.task_id', '=', task_id)
    .where('e.state', '=', 'returned')
    .where('e.return_due_at', '>', now)
    .where(cameBack)
    .$if(enrolment_id !== undefined, (one) => one.where('e.id', '=', enrolment_id ?? 0))
    .orderBy('e.user_id')
    .execute()
