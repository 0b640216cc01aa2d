import { adminPaths } from '@tongchuang/contract/paths.ts'
import type { App } from '../../app-services.ts'
import { staffToTell } from '../../guilds/scope-store.ts'
import { closeAbout, renewTodo } from '../../messages/store.ts'
import { holdAbout, listTodos, restateTodo } from '../../messages/todo-store.ts'
import { aboutLongWait } from './staff-notices.ts'
import { countLongWaits, listLongWaits, type LongWait } from './long-waits-store.ts'

/** Reviewers are told of works that wait longer than this. */
export const longWaitMs = 48 * 3_600_000

/**
 * Keeps one notice per task and staff member about works that have waited for two days. Only an increase makes it
 * unread again, so that reviewers at work on the queue are not notified every hour.
 */
export const tellLongWaits = async (app: App, now: number): Promise<void> => {
  const told = Map.groupBy(await listTodos(app.db, 'submission.waiting'), ({ about }) => about)
  for (const task of await listLongWaits(app.db, now - longWaitMs)) {
    const about = aboutLongWait(task.id)
    const counts = new Map((told.get(about) ?? []).map(({ user_id, data }) => [user_id, data.count]))
    told.delete(about)
    await tellOf(app, task, counts, now)
  }
  for (const about of told.keys()) await app.db.transaction().execute((db) => closeAbout(db, about))
}

const tellOf = async (
  app: App,
  { id, guild_id, title, count }: LongWait,
  counts: ReadonlyMap<number, number>,
  now: number,
): Promise<void> => {
  const about = aboutLongWait(id)
  const staff = await staffToTell(app.db, guild_id, 'can_review')
  const isNews = (user_id: number, many: number) => (counts.get(user_id) ?? 0) < many
  const isLess = (many: number) => [...counts.values()].some((before) => before > many)
  if (!staff.some((user_id) => isNews(user_id, count)) && !isLess(count)) return
  await app.db.transaction().execute(async (db) => {
    await holdAbout(db, about)
    // All works were reviewed since they were listed: the last review has removed the notice.
    const still = await countLongWaits(db, id, now - longWaitMs)
    if (still === 0) return
    const data = { task: title, count: still }
    const news = staff.filter((user_id) => isNews(user_id, still))
    if (isLess(still)) await restateTodo(db, { kind: 'submission.waiting', about, data })
    await renewTodo(db, {
      user_id: news,
      kind: 'submission.waiting',
      data,
      link: adminPaths.review({ task: id }),
      about,
      guild_id,
      now,
    })
  })
}

export const registerLongWaitJob = (app: App): void => {
  app.jobs.every('submissions.waiting', 3_600, (now) => tellLongWaits(app, now))
}
