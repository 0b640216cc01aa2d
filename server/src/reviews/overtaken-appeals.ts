import type { Db } from '../db/schema.ts'
import { closeAbout } from '../messages/store.ts'
import { aboutAppeal } from './inbox.ts'
import { answerAppeal, overtakenAppeals } from './requests-store.ts'

/**
 * Settles appeals that what staff did to the work has answered: another try answers them with its reason; of who was
 * excused, or has no result any more, the result is taken away. Nobody is told twice.
 */
export const settleAppeals = async (
  db: Db,
  { enrolment_ids, actor_id, answer }: { enrolment_ids: readonly number[]; actor_id: number | null; answer?: string },
  now: number,
): Promise<void> => {
  for (const { id, isAgain, reason } of await overtakenAppeals(db, enrolment_ids)) {
    const said = isAgain ? (answer ?? reason ?? '') : ''
    const closed = {
      status: 'changed',
      reopened: isAgain,
      answer: said,
      answered_by: actor_id,
      answered_at: now,
    } as const
    if (await answerAppeal(db, id, closed)) await closeAbout(db, aboutAppeal(id))
  }
}
