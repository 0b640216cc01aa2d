import type { Db } from '../db/schema.ts'
import { storedValue } from '../db/stored-json.ts'
import { addDays } from '../db/time.ts'
import { leaveEvent } from '../events.ts'
import { markReleased } from '../submissions/store.ts'
import { putReturnedAside } from '../tasks/enrolment/membership.ts'
import { applyOutcome, applyReturn } from '../tasks/enrolment/outcome.ts'
import { mayDo, type Task } from '../tasks/rules.ts'
import { findEnrolment } from '../tasks/enrolment-store.ts'
import { countAreas } from './area-store.ts'
import { RETURN_DAYS } from './rules.ts'
import { releaseResult, type Result } from './store.ts'

export type Release = { actor_id: number; now: number; zone: string }

/**
 * Releases a held review, in the caller's transaction, with the version, the student's task, both ledgers and the
 * notice. Returns the resulting state, or null where it was already released.
 */
export const release = async (
  db: Db,
  task: Task,
  result: Result,
  { actor_id, now, zone }: Release,
): Promise<'returned' | 'passed' | 'failed' | null> => {
  // A student excused in the meantime is not notified: the review stays held and is not listed for release.
  const enrolment = await findEnrolment(db, result.enrolment_id)
  if (!enrolment || !mayDo('decide', enrolment.state)) return null
  const return_due_at = result.decision === 'return' ? (result.return_due_at ?? addDays(now, zone, RETURN_DAYS)) : null
  if (!(await releaseResult(db, result, return_due_at, now))) return null
  const { submission_id } = result
  // Only submitted works have held results here; entered results are held elsewhere.
  if (submission_id === null) return null
  await markReleased(db, { submission_id, score: result.score, percent_final: result.percent_final })
  const { score, percent_final } = result
  if (return_due_at !== null) {
    const mark_count = storedValue(result.marks).length + (await countAreas(db, result.id))
    const given = { task, enrolment, score, percent_final, mark_count, return_due_at, actor_id, now }
    await putReturnedAside(db, await applyReturn(db, given), now)
    await leaveEvent(db, 'work.failed', { submission_id }, now)
    return 'returned'
  }
  const decision = result.decision === 'pass' ? 'pass' : 'fail'
  await applyOutcome(db, { task, enrolment, decision, score, percent_final, actor_id, now, zone })
  await leaveEvent(db, decision === 'pass' ? 'work.passed' : 'work.failed', { submission_id }, now)
  return decision === 'pass' ? 'passed' : 'failed'
}
