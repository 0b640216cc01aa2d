import { adminPaths } from '@tongchuang/contract/paths.ts'
import type { Db } from '../../db/schema.ts'
import { closeAbout, renewTodo } from '../../messages/store.ts'
import { lastWaiting, waitingAndStaff } from '../submit/submit-store.ts'

/** The thing the staff's notices of waiting work are about. */
export const aboutQueue = (task_id: number): string => `queue:${task_id}`

/** The thing the staff's notices of work that waits for too long are about. */
export const aboutLongWait = (task_id: number): string => `waiting:${task_id}`

type Queued = { id: number; guild_id: number; title: string }

/**
 * Tells a guild's staff what waits for a review: one notice per task and person, kept up to date, not one for each work.
 * Where nothing waits any more it is taken away. Call it last in a transaction: many meet in these rows.
 */
export const tellStaff = async (db: Db, task: Queued, now: number, student?: string): Promise<void> => {
  const about = aboutQueue(task.id)
  const { count, staff } = await waitingAndStaff(db, task)
  if (count === 0) {
    await closeAbout(db, about)
    return closeAbout(db, aboutLongWait(task.id))
  }
  const data = { task: task.title, student: student ?? (await lastWaiting(db, task.id)), count }
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
