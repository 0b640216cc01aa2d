import { fail } from '@tongchuang/contract/errors.ts'
import type { reviewToolsAdmin } from '@tongchuang/contract/review-tools.admin.ts'
import type { App } from '../app-services.ts'
import type { Db } from '../db/schema.ts'
import { iso } from '../db/time.ts'
import { isArchived } from '../guilds/status-store.ts'
import type { Handler } from '../http/implement.ts'
import { invalid } from '../http/problem.ts'
import type { Person } from '../http/session.ts'
import { statusAt, type Task } from '../tasks/rules.ts'
import { lockSet, lockTaskOfSet } from '../tasks/sets/set-store.ts'
import { listMissing, tasksByIds, type Missing } from './missing-store.ts'
import { person } from './present.ts'
import { countsByClass, remind, remindable } from './reminders.ts'
import { reviewedTask, reviewer } from './review-detail.ts'
import { reviewedMembers } from './set-store.ts'

const missingStates = ['doing', 'returned', 'expired', 'aborted'] as const

const missingState = (state: Missing['state']) => missingStates.find((one) => one === state) ?? ('available' as const)

/**
 * Whether students see a task and may still have time for it: a closed task may be open for students with more time.
 */
const isOut = (task: Task, now: number): boolean => ['open', 'closed'].includes(statusAt(task, now))

type Asked = { task_id?: number | undefined; set_id?: number | undefined }

/**
 * The requested tasks: one task, or those of a set in the active guilds the caller reviews that are already open. No
 * such task is treated like an unknown set.
 */
const tasksAsked = async (db: Db, { task_id, set_id }: Asked, caller: Person): Promise<Task[]> => {
  if ((task_id === undefined) === (set_id === undefined))
    throw invalid('task_id', '请给一个任务，或者一组任务', 'Give a task, or a set of tasks')
  if (task_id !== undefined) return [await reviewedTask(db, task_id, caller)]
  const members = await reviewedMembers(db, set_id ?? 0, reviewer(caller))
  const active = members.filter(({ guild_status }) => guild_status === 'active').map((one) => one.task_id)
  const known = (await tasksByIds(db, active)).filter((task) => statusAt(task, caller.now) !== 'scheduled')
  if (known.length === 0) throw fail('NOT_FOUND')
  return known
}

/** Lists the students without a submission for a task, or for any class of a set. */
export const notHandedIn =
  (app: App): Handler<typeof reviewToolsAdmin.missing> =>
  async ({ task_id, set_id, ...page }, caller) => {
    const tasks = await tasksAsked(app.db, { task_id, set_id }, caller)
    const ids = tasks.map(({ id }) => id)
    const found = await listMissing(app.db, ids, page)
    const isFirst = page.after === undefined && (page.page ?? 1) === 1
    const out = tasks.filter((task) => isOut(task, caller.now))
    const list = found.list.map((row) => ({
      student: person(row),
      task_id: row.task_id,
      guild_id: row.guild_id,
      guild_name: row.guild_name,
      state: missingState(row.state),
      reminded_at: iso(row.reminded_at ?? null),
    }))
    const can_remind = isFirst ? countsByClass(await remindable(app.db, out, null, caller.now)) : []
    return { ...found, list, can_remind }
  }

/** Reminds all or some of the missing students. */
export const remindThem =
  (app: App): Handler<typeof reviewToolsAdmin.remind> =>
  ({ task_id, set_id, user_ids }, caller) =>
    app.db.transaction().execute(async (db) => {
      const tasks = await tasksAsked(db, { task_id, set_id }, caller)
      const [only] = tasks
      // Serialized: of two concurrent reminders the second finds the notices of the first.
      if (set_id !== undefined) await lockSet(db, set_id)
      else if (only) await lockTaskOfSet(db, only.id)
      if (task_id !== undefined && only) {
        if (only.channel === 'offline') throw fail('STATE', { state: 'offline' })
        if (await isArchived(db, only.guild_id)) throw fail('ARCHIVED')
        if (!isOut(only, caller.now)) throw fail('STATE', { state: statusAt(only, caller.now) })
      }
      // Asked again behind the lock.
      await tasksAsked(db, { task_id, set_id }, caller)
      const out = tasks.filter((task) => isOut(task, caller.now))
      const classes = countsByClass(await remind(db, out, user_ids ?? null, caller.now))
      return { people: classes.reduce((sum, { people }) => sum + people, 0), classes }
    })
