import { adminPaths } from '@tongchuang/contract/paths.ts'
import type { Db } from '../db/schema.ts'
import { staffToTell } from '../guilds/scope-store.ts'
import { closeAbout, renewTodo } from '../messages/store.ts'
import { holdAbout, restateTodo } from '../messages/todo-store.ts'
import { rests } from '../tasks/bin-store.ts'
import { findTask } from '../tasks/store.ts'
import { aboutQuestions, isWaiting, type Question } from './rules.ts'
import { countWaiting } from './store.ts'

type TaskRef = { guild_id: number; task_id: number }

/**
 * Updates the staff entry on how many questions of a task wait: one entry for each task, none where none waits. A newly
 * waiting question is news; one that no longer waits only corrects the entry.
 */
export const countForStaff = async (
  db: Db,
  { guild_id, task_id }: TaskRef,
  { isNews, now }: { isNews: boolean; now: number },
): Promise<void> => {
  const about = aboutQuestions(task_id)
  await holdAbout(db, about)
  const task = await findTask(db, task_id)
  // Nobody can answer below a task in the bin, nor in an archived guild.
  const count = !task || (await rests(db, task)) ? 0 : await countWaiting(db, task_id)
  if (!task || count === 0) return closeAbout(db, about)
  const kind = 'discussion.waiting'
  const data = { task: task.title, count }
  if (!isNews) return restateTodo(db, { kind, about, data })
  const user_id = await staffToTell(db, guild_id, 'can_moderate')
  const link = adminPaths.moderation('posts', guild_id)
  await renewTodo(db, { user_id, kind, data, about, link, guild_id, now })
}

/**
 * Calls `countForStaff` after a question or one of its replies was shown or hidden; does nothing where the question
 * waits as before.
 */
export const countIfChanged = async (
  db: Db,
  ref: TaskRef,
  { before, after }: { before: Question; after: Question },
  now: number,
): Promise<void> => {
  const isNews = isWaiting(after)
  if (isWaiting(before) !== isNews) await countForStaff(db, ref, { isNews, now })
}
