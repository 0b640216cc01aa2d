import type { App } from '../app-services.ts'
import { findEnrolment } from '../tasks/enrolment-store.ts'
import { mayDo } from '../tasks/rules.ts'
import { standAgain } from './tries-store.ts'

/** A reopened row that went back to its earlier result: that one stands, is appealed and corrected, and no later return. */
export const registerBack = ({ events }: App): void =>
  events.on('result.back', async (db, { enrolment_id }) => {
    const row = await findEnrolment(db, enrolment_id)
    // Reopened once more, it is looked at when that try is over.
    if (row && mayDo('appeal', row.state)) await standAgain(db, enrolment_id)
  })
