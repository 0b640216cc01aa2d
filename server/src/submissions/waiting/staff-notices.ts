import { adminPaths } from '@tongchuang/contract/paths.ts'
import type { App } from '../../app-services.ts'
import type { Db } from '../../db/schema.ts'
import { retitle } from '../../messages/quotes-store.ts'
import { closeAbout, renewTodo } from '../../messages/store.ts'
import { holdAbout, restateTodo } from '../../messages/todo-store.ts'
import { isArchived } from '../../guilds/status-store.ts'
import { listAskingIn } from '../../tasks/bin-store.ts'
import { findTask } from '../../tasks/store.ts'
import { endReviewsOfExcused } from '../store.ts'
import { lastWaiting, waitingAndStaff } from '../submit/submit-store.ts'

/** The key of staff notices about waiting work. */
export const aboutQueue = (task_id: number): string => `queue:${task_id}`

/** The key of staff notices about work that has waited too long. */
export const aboutLongWait = (task_id: number): string => `waiting:${task_id}`

type Queued = { id: number; guild_id: number; title: string }

/**
 * Tells a guild's staff how many works wait for review: one notice per task and person, kept up to date. A new work
 * makes it unread again; one that leaves only corrects the number, and the last one removes the notice. Call it last in
 * a transaction, because these rows are contended.
 */
export const tellStaff = async (
  db: Db,
  task: Queued,
  { isNews, now }: { isNews: boolean; now: number },
): Promise<void> => {
  const about = aboutQueue(task.id)
  await holdAbout(db, about)
  const { count, staff } = await waitingAndStaff(db, task)
  // Nothing is reviewed in an archived guild.
  if (count === 0 || (await isArchived(db, task.guild_id))) {
    await holdAbout(db, aboutLongWait(task.id))
    return closeAbout(db, [about, aboutLongWait(task.id)])
  }
  const data = { task: task.title, student: await lastWaiting(db, task.id), count }
  if (!isNews) return restateTodo(db, { kind: 'submission.new', about, data })
  await renewTodo(db, {
    user_id: staff,
    kind: 'submission.new',
    data,
    link: adminPaths.review({ task: task.id }),
    about,
    guild_id: task.guild_id,
    now,
  })
}

const tellStaffOf = async (db: Db, task_id: number, at: { isNews: boolean; now: number }): Promise<void> => {
  const task = await findTask(db, task_id)
  if (task) await tellStaff(db, task, at)
}

/**
 * Keeps the notices about waiting works up to date: after submissions, one notice for several works of a task; when
 * students are excused, a task goes into the bin or comes back, a guild is archived or active again, or a task is
 * renamed.
 */
export const registerQueueNotices = (app: App): void => {
  app.events.onAny('work.waits', (db, { task_id }, now) => tellStaffOf(db, task_id, { isNews: true, now }))
  app.events.onAny('task.binned', (db, { task_id }, now) => tellStaffOf(db, task_id, { isNews: true, now }))
  app.events.onAny('task.renamed', async (db, { task_id }) => {
    const task = await findTask(db, task_id)
    if (task) await retitle(db, [aboutQueue(task_id), aboutLongWait(task_id)], task.title)
  })
  app.events.onAny('guild.put_away', async (db, { guild_id }, now) => {
    for (const task_id of await listAskingIn(db, guild_id)) await tellStaffOf(db, task_id, { isNews: true, now })
  })
  app.events.on('task.excused', async (db, { enrolment_ids }, now) => {
    for (const task_id of await endReviewsOfExcused(db, enrolment_ids))
      await tellStaffOf(db, task_id, { isNews: false, now })
  })
}
