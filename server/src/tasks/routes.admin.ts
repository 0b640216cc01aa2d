import { fail } from '@tongchuang/contract/errors.ts'
import { tasksAdmin } from '@tongchuang/contract/tasks.admin.ts'
import type { App } from '../app-services.ts'
import type { Db } from '../db/schema.ts'
import { iso, ms } from '../db/time.ts'
import { staffOf } from '../guilds/scope-store.ts'
import { implement, type Handlers } from '../http/implement.ts'
import { invalid } from '../http/problem.ts'
import type { Person } from '../http/session.ts'
import { excuseStudents, extendStudents, reopenStudents, tellStudents } from './enrolment/staff-changes.ts'
import { lockForLead, requireLead } from './editing/form.ts'
import { closeTask, openTask } from './editing/lifecycle.ts'
import { closeOf, statusAt, type Enrolment, type Task } from './rules.ts'
import { listForStaff } from './store.ts'

const taskOf = (task: Task, now: number) => ({
  id: task.id,
  guild_id: task.guild_id,
  title: task.title,
  status: statusAt(task, now),
  open_at: iso(task.open_at),
  due_at: iso(task.due_at),
  close_at: iso(closeOf(task)),
  accepted_count: task.accepted_count,
})

const enrolmentOf = ({ id, task_id, user_id, state, extended_until, return_due_at }: Enrolment) => ({
  id,
  task_id,
  user_id,
  state,
  extended_until: iso(extended_until),
  return_due_at: iso(return_due_at),
})

const future = (instant: string, field: string, now: number): number => {
  const at = ms(instant)
  if (at <= now) throw invalid(field, '请选一个以后的时间', 'Choose a time that is still to come')
  return at
}

/** The calls for up to 500 students change each of them in one transaction: seconds on a busy machine. */
const ofMany = { timeoutMs: 60_000 }

/** Time, another try and an excuse are for others: somebody may have had the task before they led its guild. */
const mustBeOthers = (user_ids: readonly number[], { user_id }: Pick<Person, 'user_id'>): void => {
  if (user_ids.includes(user_id)) throw fail('OWN_WORK')
}

/**
 * Publishes which students staff gave more time or another try, or excused, in the caller's transaction: their open
 * requests are thereby answered.
 */
const sayGiven = async (app: App, db: Db, rows: readonly Enrolment[], actor_id: number): Promise<void> => {
  if (rows.length > 0)
    await app.events.publish(db, 'task.given_time', { enrolment_ids: rows.map(({ id }) => id), actor_id })
}

/** Task calls for staff: opening and closing by hand, and actions on single students. */
export const taskAdminRoutes = (app: App): void => {
  /** Changes students of a task in a transaction that holds it. */
  const leading = <T>(task_id: number, caller: Person, change: (db: Db, task: Task) => Promise<T>): Promise<T> =>
    app.db.transaction().execute(async (db) => change(db, (await lockForLead(db, task_id, caller)).task))

  const handlers: Handlers<typeof tasksAdmin> = {
    list: async ({ guild_id, status, ...page }, { user_id, now }) => {
      if (guild_id !== undefined && !(await staffOf(app.db, user_id, guild_id))) throw fail('NOT_FOUND')
      const found = await listForStaff(app.db, { user_id, guild_id: guild_id ?? null, status: status ?? null }, page)
      return { ...found, list: found.list.map((task) => taskOf(task, now)) }
    },

    open: async ({ id, close_at }, caller) => {
      const { now } = caller
      const closing = close_at === undefined || close_at === null ? close_at : future(close_at, 'close_at', now)
      return taskOf(await app.db.transaction().execute((db) => openTask(db, id, caller, closing)), now)
    },

    close: async ({ id }, caller) => {
      const closed = await app.db.transaction().execute((db) => closeTask(db, id, caller))
      app.jobs.wake('tasks.expire')
      return taskOf(closed, caller.now)
    },

    reopen: async ({ task_id, user_ids, reason, due_at }, caller) => {
      const { now, user_id: actor_id } = caller
      await requireLead(app.db, task_id, caller)
      mustBeOthers(user_ids, caller)
      const due = future(due_at, 'due_at', now)
      const { timezone: zone } = await app.settings()
      return leading(task_id, caller, async (db, task) => {
        const rows = await reopenStudents(db, task, { user_ids, due_at: due, reason, actor_id, now, zone })
        const changed = rows.filter(({ updated_at }) => updated_at === now)
        await tellStudents(db, task, changed, { kind: 'task.reopened', until: due, reason }, now)
        await sayGiven(app, db, rows, actor_id)
        return rows.map(enrolmentOf)
      })
    },

    extend: async ({ task_id, user_ids, reason, until }, caller) => {
      const { now, user_id: actor_id } = caller
      await requireLead(app.db, task_id, caller)
      mustBeOthers(user_ids, caller)
      const last = future(until, 'until', now)
      return leading(task_id, caller, async (db, task) => {
        const rows = await extendStudents(db, task, { user_ids, until: last, reason, actor_id, now })
        const changed = rows.filter(({ updated_at }) => updated_at === now)
        await tellStudents(db, task, changed, { kind: 'task.extended', until: last }, now)
        await sayGiven(app, db, rows, actor_id)
        return rows.map(enrolmentOf)
      })
    },

    excuse: async ({ task_id, user_ids, reason }, caller) => {
      const { now, user_id: actor_id } = caller
      await requireLead(app.db, task_id, caller)
      mustBeOthers(user_ids, caller)
      const { timezone: zone } = await app.settings()
      return leading(task_id, caller, async (db, task) => {
        const changed = await excuseStudents(db, task, { user_ids, reason, actor_id, now, zone })
        await tellStudents(db, task, changed, { kind: 'task.excused', reason }, now)
        await sayGiven(app, db, changed, actor_id)
        const enrolment_ids = changed.filter(({ version_count }) => version_count > 0).map(({ id }) => id)
        if (enrolment_ids.length > 0) await app.events.publish(db, 'task.excused', { enrolment_ids })
        return changed.map(enrolmentOf)
      })
    },
  }
  implement(app, tasksAdmin, handlers, { reopen: ofMany, extend: ofMany, excuse: ofMany })
}
