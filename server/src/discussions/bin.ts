import type { App } from '../app-services.ts'
import type { Db } from '../db/schema.ts'
import type { EventMap } from '../events.ts'
import { followAway } from '../messages/away-store.ts'
import { retitle } from '../messages/quotes-store.ts'
import { followIntoBin } from '../tasks/bin-away.ts'
import { listAskingIn } from '../tasks/bin-store.ts'
import { findTask } from '../tasks/store.ts'
import { postsAbout } from './bin-store.ts'
import { aboutHiding, aboutPost, aboutQuestions, awaySince, threadAwaySince } from './rules.ts'
import { countForStaff } from './waiting-questions.ts'

/** Since when a post cannot be read; null while it can. */
const awayOf = ({ root, ...post }: Awaited<ReturnType<typeof postsAbout>>[number]): number | null =>
  awaySince(post) ?? (root && threadAwaySince(root))

/**
 * Hides the messages about the posts below a task while it is in the bin, restores them when it comes out, and updates
 * the staff entry on its questions. Messages about posts that were hidden meanwhile stay hidden, from the moment of
 * their post.
 */
const followBin = async (db: Db, { task_id, since }: EventMap['task.binned'], now: number): Promise<void> => {
  const task = await findTask(db, task_id)
  if (!task) return
  await countForStaff(db, { guild_id: task.guild_id, task_id }, { isNews: true, now })
  const posts = await postsAbout(db, task_id)
  // A post may have been hidden before this event came, or while the task was in the bin.
  for (const post of posts) {
    const after = awayOf(post)
    if (after === null) continue
    for (const before of [null, since ?? null]) await followAway(db, [aboutPost(post.id)], { before, after })
  }
  await followIntoBin(db, task, since, [
    ...posts.filter((post) => awayOf(post) === null).map(({ id }) => aboutPost(id)),
    ...posts.map(({ id }) => aboutHiding(id)),
  ])
}

const followName = async (db: Db, { task_id }: EventMap['task.renamed']): Promise<void> => {
  const task = await findTask(db, task_id)
  const posts = (await postsAbout(db, task_id)).flatMap(({ id }) => [aboutPost(id), aboutHiding(id)])
  if (task) await retitle(db, [aboutQuestions(task_id), ...posts], task.title)
}

/**
 * Handles the events of tasks that go into the bin, come out of it or get another title, and of guilds that are
 * archived or active again.
 */
export const registerBin = ({ events }: App): void => {
  events.onAny('task.binned', followBin)
  events.onAny('guild.put_away', async (db, { guild_id }, now) => {
    for (const task_id of await listAskingIn(db, guild_id))
      await countForStaff(db, { guild_id, task_id }, { isNews: true, now })
  })
  events.onAny('task.renamed', followName)
}
