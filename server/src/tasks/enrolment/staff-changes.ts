import { fail } from '@tongchuang/contract/errors.ts'
import type { Db } from '../../db/schema.ts'
import { iso } from '../../db/time.ts'
import { notify } from '../../messages/store.ts'
import { followTime } from './follow-reminders.ts'
import { lastReasons } from './history-store.ts'
import { aboutEnrolment, endEnrolment, excuseEnrolment, taskLink } from './outcome.ts'
import { heldElsewhere, worksElsewhere } from '../sets/elsewhere-store.ts'
import { isOver, mayDo, mustBeThere, type Enrolment, type StoredState, type Task } from '../rules.ts'
import { findEnrolment, holdLatest, insertEnrolment, moveEnrolment, type EnrolmentChanges } from '../enrolment-store.ts'
import { lockTask, listStudentIds } from '../store.ts'

/** Students of one task, and the reason for a staff action on them. */
export type ForStudents = { user_ids: readonly number[]; reason: string; actor_id: number; now: number }

/**
 * The latest rows of these students; refuses with NOT_FOUND where somebody is neither a student of the guild nor holds
 * the task.
 */
const rowsOf = async (
  db: Db,
  task: Task,
  user_ids: readonly number[],
): Promise<(readonly [user_id: number, row: Enrolment | null])[]> => {
  // Staff type the results of an offline task: it has no time to extend, and 免做 is one of its words.
  if (task.channel === 'offline') throw fail('STATE', { state: 'doing' })
  const held = (await lockTask(db, task.id)) ?? task
  mustBeThere(held)
  // Its students do not know of it yet: a notice would tell them its title and lead nowhere.
  if (held.status === 'draft') throw fail('STATE', { state: held.status })
  const people = [...new Set(user_ids)]
  const rows = await holdLatest(db, task.id, people)
  const students = new Set(await listStudentIds(db, task.guild_id, people))
  if (people.some((user_id) => !students.has(user_id) && !rows.has(user_id))) throw fail('NOT_FOUND')
  return people.toSorted((one, other) => one - other).map((user_id) => [user_id, rows.get(user_id) ?? null])
}

const makeRow = async (
  db: Db,
  task: Task,
  user_id: number,
  made: EnrolmentChanges & { state: StoredState },
  act: Act,
): Promise<Enrolment> => {
  if (task.set_id !== null && (await heldElsewhere(db, user_id)).has(task.id))
    throw fail('STATE', { state: 'elsewhere', user_id })
  const row = await insertEnrolment(
    db,
    { task_id: task.id, guild_id: task.guild_id, user_id, round: 1, accepted_at: act.now, ...made },
    act,
  )
  // The row was created at this very moment: the caller has to look again.
  if (!row) throw fail('STATE', { user_id })
  return row
}

/**
 * Refuses to revive a row that expired in a class the student has left if they now work on the task in another class.
 */
const refuseSecond = async (db: Db, task: Task, { state, user_id }: Enrolment): Promise<void> => {
  if (state === 'expired' && task.set_id !== null && (await worksElsewhere(db, task.id, user_id)))
    throw fail('STATE', { state: 'elsewhere', user_id })
}

type Act = { action: string; actor_id: number; reason: string; now: number }

/** Whether a row already has its own time beyond a moment. */
const hasLonger = ({ state, return_due_at, extended_until }: Enrolment, until: number): boolean =>
  state !== 'expired' && (return_due_at ?? extended_until ?? 0) > until

/** Whether a row has exactly this time already. */
const hasThis = ({ state, return_due_at, extended_until }: Enrolment, until: number): boolean =>
  state !== 'expired' && extended_until === until && (return_due_at ?? until) === until

/**
 * T8: gives more time, which replaces due and close. An expired task is under way again; where a student never accepted
 * the task, the row is created. All of them or none; returns the rows that have this time now. With several students,
 * anyone with a later date keeps it; for a single student a date can also be moved earlier, for example to fix a typo.
 */
export const extendStudents = async (
  db: Db,
  task: Task,
  { user_ids, until, reason, actor_id, now }: ForStudents & { until: number },
): Promise<Enrolment[]> => {
  const act = { action: 'extend', actor_id, reason, now }
  const extended: Enrolment[] = []
  const people = await rowsOf(db, task, user_ids)
  const same = people.flatMap(([, row]) => (row && hasThis(row, until) ? [row.id] : []))
  const reasons = await lastReasons(db, 'extend', same)
  for (const [user_id, row] of people) {
    if (!row) {
      const reopened_from = isOver(task, null, now) ? 'expired' : null
      extended.push(await makeRow(db, task, user_id, { state: 'doing', extended_until: until, reopened_from }, act))
      continue
    }
    if (!mayDo('extend', row.state)) throw fail('STATE', { state: row.state, user_id })
    await refuseSecond(db, task, row)
    if (people.length > 1 && hasLonger(row, until)) continue
    // The same was sent once more, because its answer was lost.
    if (reasons.get(row.id) === reason) extended.push(row)
    else extended.push(await moveEnrolment(db, { id: row.id, from: [row.state], ...extensionOf(row, until), ...act }))
  }
  return extended
}

const extensionOf = (row: Enrolment, until: number): { to: StoredState; set: EnrolmentChanges } => {
  // After a return its date counts, so the extension moves it. On an expired row it still shows that something was
  // submitted.
  const set = { extended_until: until, ...(row.return_due_at !== null && { return_due_at: until }) }
  return row.state === 'expired' ? { to: 'doing', set: { ...set, reopened_from: 'expired' } } : { to: row.state, set }
}

/** Whether a row is open again until exactly this time. */
const isReopened = ({ state, reopened_from, return_due_at, extended_until }: Enrolment, due_at: number): boolean =>
  reopened_from !== null && (state === 'returned' || state === 'doing') && (return_due_at ?? extended_until) === due_at

/**
 * T8: lets students with a result, or expired ones, hand in again until `due_at`. The earlier result stays in totals
 * and lists until the next release. All of them or none; returns the rows that are open until then now.
 */
export const reopenStudents = async (
  db: Db,
  task: Task,
  { user_ids, due_at, reason, actor_id, now, zone }: ForStudents & { due_at: number; zone: string },
): Promise<Enrolment[]> => {
  const act = { action: 'reopen', actor_id, reason, now }
  const reopened: Enrolment[] = []
  const people = await rowsOf(db, task, user_ids)
  const same = people.flatMap(([, row]) => (row && isReopened(row, due_at) ? [row.id] : []))
  const reasons = await lastReasons(db, 'reopen', same)
  for (const [user_id, found] of people) {
    // The same was sent once more, because its answer was lost.
    if (found && reasons.get(found.id) === reason) {
      reopened.push(found)
      continue
    }
    // A row whose time is over is ended first.
    const row =
      found && (await endEnrolment(db, task, found, { now, zone })) ? await findEnrolment(db, found.id) : found
    if (!row) {
      if (!isOver(task, null, now)) throw fail('STATE', { state: 'available', user_id })
      reopened.push(
        await makeRow(db, task, user_id, { state: 'doing', extended_until: due_at, reopened_from: 'expired' }, act),
      )
      continue
    }
    const { state } = row
    if (!mayDo('reopen', state)) throw fail('STATE', { state, user_id })
    await refuseSecond(db, task, row)
    const to =
      state === 'expired'
        ? extensionOf(row, due_at)
        : ({ to: 'returned', set: { return_due_at: due_at, reopened_from: asResult(state) } } as const)
    reopened.push(await moveEnrolment(db, { id: row.id, from: [state], ...to, ...act }))
  }
  return reopened
}

const asResult = (state: StoredState): 'passed' | 'failed' => (state === 'passed' ? 'passed' : 'failed')

/**
 * T10: excuses students, also those who never took the task; returns those who were not excused before. All of them or
 * none.
 */
export const excuseStudents = async (
  db: Db,
  task: Task,
  { user_ids, reason, actor_id, now, zone }: ForStudents & { zone: string },
): Promise<Enrolment[]> => {
  const changed: Enrolment[] = []
  for (const [user_id, row] of await rowsOf(db, task, user_ids)) {
    if (row?.state === 'excused') continue
    const excused = row
      ? await excuseEnrolment(db, task, row, { actor_id, reason, now, zone })
      : await makeRow(
          db,
          task,
          user_id,
          { state: 'excused', excuse_reason: reason },
          { action: 'excuse', actor_id, reason, now },
        )
    changed.push(excused)
  }
  return changed
}

type Told =
  | { kind: 'task.extended'; until: number }
  | { kind: 'task.reopened'; until: number; reason: string }
  | { kind: 'task.excused'; reason: string }

/** Tells each student what staff did for them. */
export const tellStudents = async (
  db: Db,
  task: Task,
  rows: readonly Enrolment[],
  told: Told,
  now: number,
): Promise<void> => {
  await followTime(db, task, rows, now)
  for (const row of rows) {
    const notice = {
      user_id: row.user_id,
      type: 'notice',
      link: taskLink(task),
      about: aboutEnrolment(row.id),
      now,
    } as const
    if (told.kind === 'task.extended')
      await notify(db, { ...notice, kind: told.kind, data: { task: task.title, until: iso(told.until) } })
    else if (told.kind === 'task.reopened')
      await notify(db, {
        ...notice,
        kind: told.kind,
        data: { task: task.title, reason: told.reason, until: iso(told.until) },
      })
    else await notify(db, { ...notice, kind: told.kind, data: { task: task.title, reason: told.reason } })
  }
}
