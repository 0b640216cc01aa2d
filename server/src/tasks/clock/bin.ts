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

/** Puts the present title of a task into the messages that name it. */
const followName = async (db: Db, { task_id }: EventMap['task.renamed']): Promise<void> => {
  const task = await findTask(db, task_id)
  const about = (await listRowsOf(db, task_id)).map(aboutEnrolment)
  if (task) await retitle(db, [aboutTask(task_id), aboutReminder(task_id), ...about], task.title)
}

/**
 * Removes the requests to students about a task that goes into the bin or comes out of it, and hides or restores the
 * notices about their rows. When it comes out, students who have a work to mend are asked again; the clock reminds of
 * dates as always, and staff send their reminders again if they wish.
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

/** Handles the events of tasks that go into the bin, come out of it, or get another title. */
export const registerBin = ({ events }: App): void => {
  events.onAny('task.binned', followBin)
  events.onAny('task.renamed', followName)
}
