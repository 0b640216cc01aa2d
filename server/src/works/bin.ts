import type { App } from '../app-services.ts'
import type { Db } from '../db/schema.ts'
import { closeAbout } from '../messages/store.ts'
import { listAskingIn, rests } from '../tasks/bin-store.ts'
import { findTask } from '../tasks/store.ts'
import { tellOfPick, tellOfShares } from './effects.ts'
import { aboutPick } from './rules.ts'
import { hasWaitingShares } from './staff-store.ts'
import { proposedOf } from './store.ts'

/** What staff are asked about the works of a task: nothing while it is in the bin or its guild in the archive, and anew behind that. */
const followBin = async (db: Db, task_id: number, now: number): Promise<void> => {
  const task = await findTask(db, task_id)
  if (!task) return
  const picks = await proposedOf(db, task_id)
  if (!(await rests(db, task))) for (const pick of picks) await tellOfPick(db, pick, now)
  else if (picks.length > 0)
    await closeAbout(
      db,
      picks.map(({ submission_id }) => aboutPick(submission_id)),
    )
  if (await hasWaitingShares(db, task_id)) await tellOfShares(db, task.guild_id, now)
}

/** Hears of tasks that go to the bin and come back, and of guilds that go to the archive. */
export const registerBin = ({ events }: App): void => {
  events.onAny('task.binned', (db, { task_id }, now) => followBin(db, task_id, now))
  events.onAny('guild.put_away', async (db, { guild_id }, now) => {
    for (const task_id of await listAskingIn(db, guild_id)) await followBin(db, task_id, now)
  })
}
