import type { App } from '../../app-services.ts'
import type { Db } from '../../db/schema.ts'
import type { EventMap } from '../../events.ts'
import { retitle } from '../../messages/quotes-store.ts'
import { closeAbout } from '../../messages/store.ts'
import { followIntoBin } from '../bin-away.ts'
import { listRowsOf } from './clock-store.ts'
import { aboutEnrolment } from '../enrolment/outcome.ts'
import { aboutReminder } from '../enrolment/reminder.ts'
import { askToMend } from '../enrolment/to-mend.ts'
import { aboutTask } from '../robot-notices.ts'
import { findTask } from '../store.ts'

/** What was told of a task names it as it is called now. */
const followName = async (db: Db, { task_id }: EventMap['task.renamed']): Promise<void> => {
  const task = await findTask(db, task_id)
  const about = (await listRowsOf(db, task_id)).map(aboutEnrolment)
  if (task) await retitle(db, [aboutTask(task_id), aboutReminder(task_id), ...about], task.title)
}

/**
 * What students are asked about a task is gone while that is in the bin, and what they were told goes with it. Who has
 * a work to mend is told again once it is back; of a date that is near the clock tells as ever, and staff remind again
 * if they wish.
 */
const followBin = async (db: Db, { task_id, since }: EventMap['task.binned'], now: number): Promise<void> => {
  const task = await findTask(db, task_id)
  if (!task) return
  const about = (await listRowsOf(db, task_id)).map(aboutEnrolment)
  await closeAbout(db, [aboutReminder(task_id), ...about])
  await followIntoBin(db, task, since, about)
  if (task.status === 'trashed') return
  await askToMend(db, { task, now })
}

/** Hears of tasks that go to the bin and come back, and of those that are called something else. */
export const registerBin = ({ events }: App): void => {
  events.onAny('task.binned', followBin)
  events.onAny('task.renamed', followName)
}
