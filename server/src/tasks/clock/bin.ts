import type { App } from '../../app-services.ts'
import type { Db } from '../../db/schema.ts'
import { closeAbout } from '../../messages/store.ts'
import { listUnderWayOf } from './clock-store.ts'
import { aboutEnrolment } from '../enrolment/outcome.ts'
import { aboutReminder } from '../enrolment/reminder.ts'
import { askToMend } from '../enrolment/to-mend.ts'
import { findTask } from '../store.ts'

/**
 * What students are asked about a task is gone while that is in the bin. Who has a work to mend is told again once it is
 * back; of a date that is near the clock tells as ever, and staff remind again if they wish.
 */
const followBin = async (db: Db, task_id: number, now: number): Promise<void> => {
  const task = await findTask(db, task_id)
  if (!task) return
  const rows = await listUnderWayOf(db, task_id)
  await closeAbout(db, [aboutReminder(task_id), ...rows.map(({ id }) => aboutEnrolment(id))])
  if (task.status === 'trashed') return
  await askToMend(db, { task, now })
}

/** Hears of tasks that go to the bin and come back. */
export const registerBin = ({ events }: App): void =>
  events.onAny('task.binned', (db, { task_id }, now) => followBin(db, task_id, now))
