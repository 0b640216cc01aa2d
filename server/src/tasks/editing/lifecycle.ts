import { fail } from '@tongchuang/contract/errors.ts'
import type { App } from '../../app-services.ts'
import type { Db } from '../../db/schema.ts'
import { leaveEvent } from '../../events.ts'
import type { Person } from '../../http/session.ts'
import { lockGuild } from '../../guilds/lock-store.ts'
import { holdActive } from '../../guilds/status-store.ts'
import { untellRobots } from '../../guilds/robots/tell-robots.ts'
import { followAway } from '../../messages/away-store.ts'
import { closeAbout } from '../../messages/store.ts'
import { listRowsOf } from '../clock/clock-store.ts'
import { followReminders } from '../enrolment/follow-reminders.ts'
import { aboutEnrolment } from '../enrolment/outcome.ts'
import { tellPublished } from '../clock/task-jobs.ts'
import { binMs, lacks, mustAllow, publishedAs, type TaskAct } from './editing-rules.ts'
import { listOutOfTime, recordTask, removeTask, unpublishedAt } from './editing-store.ts'
import { formOf, lockForLead, requireLead } from './form.ts'
import { statusAt, type Task } from '../rules.ts'
import { closingOf, openingOf } from './status-rules.ts'
import { aboutTask } from '../robot-notices.ts'
import { removeEmptySets } from '../sets/set-store.ts'
import { moveTask } from '../store.ts'
import type { TaskStatus } from '../rules.ts'

type By = Pick<Person, 'user_id' | 'now'>

/** Acts that may show a task to students: its guild is locked first. */
const opening: ReadonlySet<TaskAct> = new Set(['publish', 'open', 'restore'])

/**
 * A task the caller leads, whose current status allows an act, locked until the transaction ends. Dates saved
 * concurrently are therefore seen, and a repeated press finds the work already done.
 */
const ready = async (db: Db, id: number, act: TaskAct, caller: By): Promise<Task> => {
  const { guild } = await requireLead(db, id, caller)
  if (opening.has(act)) await lockGuild(db, guild.id)
  const { task } = await lockForLead(db, id, caller)
  mustAllow(act, statusAt(task, caller.now))
  return task
}

type Move = Omit<Parameters<typeof moveTask>[1], 'id' | 'from' | 'now'>

/**
 * Moves a task to another status and records it in the history; of two concurrent requests one is refused. A task is
 * not opened or scheduled while its guild is being archived.
 */
const move = async (db: Db, task: Task, action: string, given: Move, { user_id, now }: By): Promise<Task> => {
  if ((given.to === 'open' || given.to === 'scheduled') && !(await holdActive(db, task.guild_id)))
    throw fail('ARCHIVED')
  const moved = await moveTask(db, { id: task.id, from: [task.status], ...given, now })
  if (!moved) throw fail('STATE', { state: task.status })
  await recordTask(db, { task_id: task.id, action, actor_id: user_id, now })
  return moved
}

/** Refuses to show students a task that lacks something. */
const mustBeWhole = async (db: Db, task: Task, now: number): Promise<void> => {
  const parts = lacks(await formOf(db, task), now)
  if (parts.length > 0) throw fail('INCOMPLETE', { parts })
}

/** Brings back what students were told of their rows, for example more time, before the task became a draft again. */
const tellOfRows = async (db: Db, { id, status }: Task): Promise<void> => {
  const before = status === 'draft' ? await unpublishedAt(db, id) : null
  if (before !== null) await followAway(db, (await listRowsOf(db, id)).map(aboutEnrolment), { before, after: null })
}

/** Publishes a draft: at its opening time, or at once. */
export const publishTask = async (db: Db, id: number, caller: By, atOnce = false): Promise<Task> => {
  const task = await ready(db, id, 'publish', caller)
  const { to, open_at } = publishedAs(task, caller.now, atOnce)
  if (to === task.status) return task
  await mustBeWhole(db, to === 'open' ? { ...task, open_at } : task, caller.now)
  const moved = await move(db, task, 'publish', { to, set: to === 'open' ? { open_at, closed_at: null } : {} }, caller)
  await tellOfRows(db, task)
  if (to === 'open') await tellPublished(db, moved, caller.now)
  return moved
}

/** Opens a task now, also one that was closed. */
export const openTask = async (db: Db, id: number, caller: By, closing?: number | null): Promise<Task> => {
  const task = await ready(db, id, 'open', caller)
  const { set, isNew } = openingOf(task, closing, caller.now)
  if (isNew) await mustBeWhole(db, { ...task, ...set }, caller.now)
  const moved = await move(db, task, 'open', { to: 'open', set }, caller)
  await tellOfRows(db, task)
  if (isNew) await tellPublished(db, moved, caller.now)
  return moved
}

/** Closes a task now. */
export const closeTask = async (db: Db, id: number, caller: By): Promise<Task> => {
  const task = await ready(db, id, 'close', caller)
  const set = closingOf(task, caller.now)
  if (!set) return task
  const moved = await move(db, task, 'close', { to: 'closed', set }, caller)
  await followReminders(db, moved, caller.now)
  return moved
}

/** Takes a scheduled task back to a draft. Its students know of it no more: what they were told of their rows waits. */
export const unpublishTask = async (db: Db, id: number, caller: By): Promise<Task> => {
  const draft = await move(db, await ready(db, id, 'unpublish', caller), 'unpublish', { to: 'draft' }, caller)
  await followAway(db, (await listRowsOf(db, id)).map(aboutEnrolment), { before: null, after: caller.now })
  return draft
}

/** Archives a closed task. */
export const archiveTask = async (db: Db, id: number, caller: By): Promise<Task> => {
  const task = await ready(db, id, 'archive', caller)
  return task.status === 'archived' ? task : move(db, task, 'archive', { to: 'archived' }, caller)
}

/** Moves a task to the bin together with the notices about it; requests to staff to publish it are closed. */
export const trashTask = async (db: Db, id: number, caller: By): Promise<Task> => {
  const task = await ready(db, id, 'trash', caller)
  if (task.status === 'trashed') return task
  const moved = await move(
    db,
    task,
    'trash',
    { to: 'trashed', set: { trashed_from: statusAt(task, caller.now), trashed_at: caller.now } },
    caller,
  )
  await closeAbout(db, aboutTask(id))
  await followAway(db, [aboutTask(id)], { before: null, after: caller.now })
  await untellRobots(db, aboutTask(id), caller.now)
  await leaveEvent(db, 'task.binned', { task_id: id, since: caller.now }, caller.now)
  return moved
}

/** Restores a task from the bin to its earlier status. A task that would have opened meanwhile becomes a draft. */
export const restoreTask = async (db: Db, id: number, caller: By): Promise<Task> => {
  const task = await ready(db, id, 'restore', caller)
  const restored = await move(
    db,
    task,
    'restore',
    { to: restoredAs(task, caller.now), set: { trashed_from: null, trashed_at: null } },
    caller,
  )
  await followAway(db, [aboutTask(id)], { before: task.trashed_at, after: null })
  await leaveEvent(db, 'task.binned', { task_id: id, since: task.trashed_at ?? caller.now }, caller.now)
  return restored
}

const restoredAs = (task: Task, now: number): TaskStatus => {
  const before = task.trashed_from ?? 'draft'
  return before === 'scheduled' && task.open_at !== null && task.open_at <= now ? 'draft' : before
}

const batch = 100

/** Empties the bin of what has been in it for 30 days. */
export const emptyBin = async (db: Db, now: number): Promise<void> => {
  for (const id of await listOutOfTime(db, now - binMs, batch)) await removeTask(db, id)
  await removeEmptySets(db)
}

export const registerTrashJob = (app: App): void => {
  app.removal.every('tasks.bin', 3_600, 'expired', (now) => emptyBin(app.db, now))
}
