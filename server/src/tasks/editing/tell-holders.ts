import type { Db } from '../../db/schema.ts'
import { iso } from '../../db/time.ts'
import { notify } from '../../messages/store.ts'
import { dropReminders } from '../clock/clock-store.ts'
import { followReminders } from '../enrolment/follow-reminders.ts'
import { taskLink } from '../enrolment/outcome.ts'
import { aboutTask } from '../robot-notices.ts'
import type { Task } from '../rules.ts'
import type { Change } from './editing-rules.ts'
import { holdersByItsDates, holdersOf } from './editing-store.ts'

const noticeOf = (task: Task, now: number) =>
  ({ type: 'notice', link: taskLink(task), about: aboutTask(task.id), now }) as const

/** Tells holders who follow the task's dates that the dates have moved; removes reminders of the old ones. */
export const tellDates = async (db: Db, task: Task, now: number): Promise<void> => {
  await dropReminders(db, task.id)
  await followReminders(db, task, now)
  const user_id = await holdersByItsDates(db, task.id)
  const data = { task: task.title, due_at: iso(task.due_at) }
  await notify(db, { ...noticeOf(task, now), user_id, kind: 'task.dates_changed', data })
}

/** Tells holders what a save changed; one notice about changed grading covers everything else. */
export const tellHolders = async (db: Db, task: Task, { isGrading, isDates }: Change, now: number): Promise<void> => {
  if (!isGrading) return isDates ? tellDates(db, task, now) : undefined
  const user_id = await holdersOf(db, task.id)
  await notify(db, { ...noticeOf(task, now), user_id, kind: 'task.changed', data: { task: task.title } })
  if (!isDates) return
  await dropReminders(db, task.id)
  await followReminders(db, task, now)
}
