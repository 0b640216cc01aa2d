import type { App } from '../app-services.ts'
import type { Db } from '../db/schema.ts'
import { closeAbout } from '../messages/store.ts'
import { listAskingIn, rests } from '../tasks/bin-store.ts'
import type { Task } from '../tasks/rules.ts'
import { findTask } from '../tasks/store.ts'
import { tellOfPick, tellOfShares } from './effects.ts'
import { aboutPick } from './rules.ts'
import { hasWaitingShares } from './staff-store.ts'
import { proposedOf } from './store.ts'

/**
 * What staff are asked about picks of a task: nothing while it is in the bin or its guild in the archive, and anew
 * behind that.
 */
const followPicks = async (db: Db, task: Task, now: number): Promise<void> => {
  const picks = await proposedOf(db, task.id)
  if (!(await rests(db, task))) for (const pick of picks) await tellOfPick(db, pick, now)
  else if (picks.length > 0)
    await closeAbout(
      db,
      picks.map(({ submission_id }) => aboutPick(submission_id)),
    )
}

/** The same of a task that goes to the bin and comes back, with shares of its works. */
const followBin = async (db: Db, task_id: number, now: number): Promise<void> => {
  const task = await findTask(db, task_id)
  if (!task) return
  await followPicks(db, task, now)
  if (await hasWaitingShares(db, task_id)) await tellOfShares(db, task.guild_id, now)
}

/** The same of a guild that goes to the archive and comes back: whether a work is shared is decided there as well. */
const followGuild = async (db: Db, guild_id: number, now: number): Promise<void> => {
  for (const task_id of await listAskingIn(db, guild_id)) {
    const task = await findTask(db, task_id)
    if (task) await followPicks(db, task, now)
  }
}

/** Hears of tasks that go to the bin and come back, and of guilds that go to the archive. */
export const registerBin = ({ events }: App): void => {
  events.onAny('task.binned', (db, { task_id }, now) => followBin(db, task_id, now))
  events.onAny('guild.put_away', (db, { guild_id }, now) => followGuild(db, guild_id, now))
}
