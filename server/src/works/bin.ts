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
 * Closes the notices about proposed picks of a task while it is in the bin or its guild is archived, and sends them
 * again afterwards.
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

/** Follows a task into the bin and back: its proposed picks, and its works that wait to be shared. */
const followBin = async (db: Db, task_id: number, now: number): Promise<void> => {
  const task = await findTask(db, task_id)
  if (!task) return
  await followPicks(db, task, now)
  if (await hasWaitingShares(db, task_id)) await tellOfShares(db, task.guild_id, now)
}

/**
 * Follows a guild into the archive and back: the proposed picks of its tasks. Shares are still decided in an archived
 * guild.
 */
const followGuild = async (db: Db, guild_id: number, now: number): Promise<void> => {
  for (const task_id of await listAskingIn(db, guild_id)) {
    const task = await findTask(db, task_id)
    if (task) await followPicks(db, task, now)
  }
}

/** Subscribes to tasks that are moved to the bin or restored, and to guilds that are archived or reactivated. */
export const registerBin = ({ events }: App): void => {
  events.onAny('task.binned', (db, { task_id }, now) => followBin(db, task_id, now))
  events.onAny('guild.put_away', (db, { guild_id }, now) => followGuild(db, guild_id, now))
}
