import { fail } from '@tongchuang/contract/errors.ts'
import type { Db } from '../db/schema.ts'
import { isArchived } from '../guilds/status-store.ts'
import { tellRobotsReleased } from '../tasks/robot-notices.ts'
import { mustBeThere, type Task } from '../tasks/rules.ts'
import { releaseAllEntered } from './entered/release-entered.ts'
import { release, type Release } from './release.ts'
import { heldResults } from './store.ts'

/**
 * The time of a call that releases, in milliseconds: all results of a task are seen at once, in one transaction, which
 * for a year of 2,000 students takes ten seconds and more.
 */
export const releaseMs = 60_000

/**
 * Releases all held results of a task, or those of some works, in the caller’s transaction, 500 at a time. Returns how
 * many.
 */
export const releaseTask = async (
  db: Db,
  task: Task,
  only: readonly number[] | null,
  act: Release,
): Promise<number> => {
  if (await isArchived(db, task.guild_id)) throw fail('ARCHIVED')
  mustBeThere(task)
  // A task has either works or entered results; entered results belong to no work that could be selected.
  if (task.channel === 'offline') return releaseAllEntered(db, task, act)
  let released = 0
  let results = 0
  for (let held = await heldResults(db, task.id, only); held.length > 0; held = await heldResults(db, task.id, only))
    for (const result of held) {
      const state = await release(db, task, result, act)
      if (state) released += 1
      if (state && state !== 'returned') results += 1
    }
  await tellRobotsReleased(db, task, results, act.now)
  return released
}
