import type { App } from '../app-services.ts'
import type { Db } from '../db/schema.ts'
import { leaveEvent } from '../events.ts'
import { findEnrolment } from '../tasks/enrolment-store.ts'
import { mayDo } from '../tasks/rules.ts'
import { standAgain, standingWork } from './tries-store.ts'

/** Announces a returned work that the clock has passed as passed; nothing where nothing was submitted. */
const passReturned = async (db: Db, enrolment_id: number, now: number): Promise<void> => {
  const submission_id = await standingWork(db, enrolment_id)
  if (submission_id !== null) await leaveEvent(db, 'work.passed', { submission_id }, now)
}

/**
 * Follows results that the clock decides. A returned work that the clock passed counts as passed. When a reopened
 * enrolment goes back to its earlier result, that result stands again and can be appealed and corrected; a later return
 * never stands.
 */
export const registerBack = ({ events }: App): void => {
  events.on('return.passed', (db, { enrolment_id }, now) => passReturned(db, enrolment_id, now))
  events.on('result.back', async (db, { enrolment_id }) => {
    const row = await findEnrolment(db, enrolment_id)
    // If it was reopened again, it is handled when that attempt is over.
    if (row && mayDo('appeal', row.state)) await standAgain(db, enrolment_id)
  })
}
