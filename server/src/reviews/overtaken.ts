import type { App } from '../app-services.ts'
import type { Db } from '../db/schema.ts'
import { closeAbout } from '../messages/store.ts'
import { aboutExtension } from './inbox.ts'
import { answerRequest, overtakenRequests } from './requests.ts'

type Given = { enrolment_ids: readonly number[]; actor_id: number }

/**
 * Who asked for more time and was given it, or excused, without an answer to the request has one now: it waits no more, and
 * nobody is told twice. Of who was excused no date is kept.
 */
const settle = async (db: Db, { enrolment_ids, actor_id }: Given, now: number): Promise<void> => {
  for (const { id, state, return_due_at, extended_until } of await overtakenRequests(db, enrolment_ids)) {
    const until = state === 'excused' ? null : (return_due_at ?? extended_until)
    const answer = { status: 'granted', answer: '', until, answered_by: actor_id, answered_at: now } as const
    if (await answerRequest(db, id, answer)) await closeAbout(db, aboutExtension(id))
  }
}

/** Hears of students to whom staff gave more time, or whom they took off a task. */
export const registerOvertaken = ({ events }: App): void => events.on('task.given_time', settle)
