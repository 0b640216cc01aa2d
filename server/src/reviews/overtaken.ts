import type { App } from '../app-services.ts'
import type { Db } from '../db/schema.ts'
import { closeAbout } from '../messages/store.ts'
import { aboutAppeal, aboutExtension } from './inbox.ts'
import { answerAppeal, answerRequest, overtakenAppeals, overtakenRequests } from './requests.ts'
import { releasedResult } from './store.ts'

type Given = { enrolment_ids: readonly number[]; actor_id: number | null }

const isDone = (state: string): boolean => state === 'excused' || state === 'passed' || state === 'failed'

/**
 * Who asked for more time and was given it, or excused, without an answer to the request has one now: it waits no more,
 * and nobody is told twice. So it is with who handed in meanwhile and has a result. Of these, and of who was excused,
 * no date is kept. Whoever appealed and was excused then has an answer with that as well: the result is taken away.
 */
const settle = async (db: Db, { enrolment_ids, actor_id }: Given, now: number): Promise<void> => {
  for (const { id, state, return_due_at, extended_until } of await overtakenRequests(db, enrolment_ids)) {
    const until = isDone(state) ? null : (return_due_at ?? extended_until)
    const answer = { status: 'granted', answer: '', until, answered_by: actor_id, answered_at: now } as const
    if (await answerRequest(db, id, answer)) await closeAbout(db, aboutExtension(id))
  }
  for (const id of await overtakenAppeals(db, enrolment_ids)) {
    const answer = { status: 'changed', answer: '', answered_by: actor_id, answered_at: now } as const
    if (await answerAppeal(db, id, answer)) await closeAbout(db, aboutAppeal(id))
  }
}

/**
 * A result that staff have decided; of a work that came back and was ended by the clock the wish for time to mend it
 * stands.
 */
const settleDecided = async (db: Db, { submission_id }: { submission_id: number }, now: number): Promise<void> => {
  const result = await releasedResult(db, submission_id)
  if (!result || result.decision === 'return') return
  await settle(db, { enrolment_ids: [result.enrolment_id], actor_id: result.reviewer_id }, now)
}

/** Hears of students to whom staff gave more time or a result, or whom they took off a task. */
export const registerOvertaken = ({ events }: App): void => {
  events.on('task.given_time', settle)
  events.on('work.passed', settleDecided)
  events.on('work.failed', settleDecided)
}
