import type { App } from '../app-services.ts'
import type { Db } from '../db/schema.ts'
import { closeAbout } from '../messages/store.ts'
import { findVersion } from '../submissions/store.ts'
import { aboutExtension } from './inbox.ts'
import { settleAppeals } from './overtaken-appeals.ts'
import { answerRequest, overtakenRequests } from './requests-store.ts'
import { releasedResult } from './store.ts'

type Given = { enrolment_ids: readonly number[]; actor_id: number | null }

const isDone = (state: string): boolean => state === 'excused' || state === 'passed' || state === 'failed'

/**
 * Closes requests that something else has answered, without a second notice. A request for more time counts as granted
 * once its student got more time, was excused, or has a result; the new date is stored with it only in the first case.
 * An open appeal counts as `changed` once its student was excused or may submit again: its result no longer counts.
 */
const settle = async (db: Db, { enrolment_ids, actor_id }: Given, now: number): Promise<void> => {
  for (const { id, state, return_due_at, extended_until } of await overtakenRequests(db, enrolment_ids)) {
    const until = isDone(state) ? null : (return_due_at ?? extended_until)
    const answer = { status: 'granted', answer: '', until, answered_by: actor_id, answered_at: now } as const
    if (await answerRequest(db, id, answer)) await closeAbout(db, aboutExtension(id))
  }
  await settleAppeals(db, { enrolment_ids, actor_id }, now)
}

/**
 * Settles the requests of a student whose result staff have decided, or whose work passed without a review. A returned
 * work that the clock passed or failed is not such a decision: the request for time to mend it stays open.
 */
const settleDecided = async (db: Db, { submission_id }: { submission_id: number }, now: number): Promise<void> => {
  const result = await releasedResult(db, submission_id)
  if (!result) {
    // Nobody reviews the works of this task: there is a version and no result of it.
    const version = await findVersion(db, submission_id)
    if (version) await settle(db, { enrolment_ids: [version.enrolment_id], actor_id: null }, now)
    return
  }
  const given = { enrolment_ids: [result.enrolment_id], actor_id: result.reviewer_id }
  await (result.decision === 'return' ? settleAppeals(db, given, now) : settle(db, given, now))
}

/** Subscribes to students who were given more time, excused from a task, or got a result. */
export const registerOvertaken = ({ events }: App): void => {
  events.on('task.given_time', settle)
  events.on('work.passed', settleDecided)
  events.on('work.failed', settleDecided)
}
