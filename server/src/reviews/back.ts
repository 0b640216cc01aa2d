import type { App } from '../app-services.ts'
import type { Db } from '../db/schema.ts'
import { leaveEvent } from '../events.ts'
import { findEnrolment } from '../tasks/enrolment-store.ts'
import { mayDo } from '../tasks/rules.ts'
import { standAgain, standingWork } from './tries-store.ts'

/** What was handed in and passed by the clock is a work as any other that passed. */
const passReturned = async (db: Db, enrolment_id: number, now: number): Promise<void> => {
  const submission_id = await standingWork(db, enrolment_id)
  if (submission_id !== null) await leaveEvent(db, 'work.passed', { submission_id }, now)
}

/** A reopened row that went back to its earlier result: that one stands, is appealed and corrected, and no later return. */
export const registerBack = ({ events }: App): void => {
  events.on('return.passed', (db, { enrolment_id }, now) => passReturned(db, enrolment_id, now))
  events.on('result.back', async (db, { enrolment_id }) => {
    const row = await findEnrolment(db, enrolment_id)
    // Reopened once more, it is looked at when that try is over.
    if (row && mayDo('appeal', row.state)) await standAgain(db, enrolment_id)
  })
}
