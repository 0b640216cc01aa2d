import type { ClassOutcome } from '@tongchuang/contract/task-set-members.admin.ts'
import type { App } from '../../app-services.ts'
import type { Person } from '../../http/session.ts'
import { publishTask } from '../editing/lifecycle.ts'
import { findTask } from '../store.ts'
import { inClass } from './each-class.ts'
import { membersFor } from './set-store.ts'

/**
 * Publishes the drafts and scheduled tasks of the other classes of a task’s set, each independently; those that are
 * open already stay as they are.
 */
export const publishInClasses = async (
  app: App,
  id: number,
  caller: Person,
  atOnce: boolean,
): Promise<ClassOutcome[]> => {
  const task = await findTask(app.db, id)
  if (!task || task.set_id === null) return []
  const members = await membersFor(app.db, task.set_id, caller.user_id)
  const waiting = members.filter((one) => one.id !== id && (one.status === 'draft' || one.status === 'scheduled'))
  const outcomes: ClassOutcome[] = []
  for (const { id: task_id, guild_id, guild_name } of waiting)
    outcomes.push(
      await inClass({ task_id, guild_id, guild_name }, caller.language, async () => {
        await app.db.transaction().execute((db) => publishTask(db, task_id, caller, atOnce))
        return { task_id }
      }),
    )
  return outcomes
}
