import { fail } from '@tongchuang/contract/errors.ts'
import type { Db } from '../../db/schema.ts'
import { orNotFound } from '../../db/or-not-found.ts'
import { lockMembership } from '../../guilds/store.ts'
import type { Limits } from '../../http/rate-limit.ts'
import { keepPace } from '../../http/writing-pace.ts'
import { levelOf } from '../../ledger/rules.ts'
import { activeDay, totals } from '../../ledger/store.ts'
import { putTodosAway } from '../../messages/away-store.ts'
import { closeAbout } from '../../messages/store.ts'
import type { Viewer } from './cards.ts'
import { aboutEnrolment } from '../enrolment/outcome.ts'
import { aboutReminder } from '../enrolment/reminder.ts'
import {
  wayToAccept,
  endOf,
  isOver,
  locksFor,
  mayAbort,
  refusalOf,
  stateOf,
  type Enrolment,
  type Lock,
} from '../rules.ts'
import { heldElsewhere } from '../sets/elsewhere-store.ts'
import { lockSet } from '../sets/set-store.ts'
import { insertEnrolment, latestEnrolment, listUnderWay, moveEnrolment } from '../enrolment-store.ts'
import { findVisibleTask, lockTask, missingBefore, type VisibleTask } from '../store.ts'

/** A task visible to a student with their latest row; refuses everybody else. */
const findTaskAndRow = async (
  db: Db,
  task_id: number,
  user_id: number,
): Promise<{ task: VisibleTask; row: Enrolment | null }> => {
  const task = await findVisibleTask(db, task_id, user_id)
  if (!task) throw fail('NOT_FOUND')
  return { task, row: (await latestEnrolment(db, task_id, user_id)) ?? null }
}

/** The row of a student who is already doing a task, for whom accepting again changes nothing. */
export const findAccepted = async (db: Db, task_id: number, { user_id, now }: Viewer): Promise<Enrolment | null> => {
  const { task, row } = await findTaskAndRow(db, task_id, user_id)
  return row?.state === 'doing' && !endOf(task, row, now) ? row : null
}

/** T1 in a transaction: every guard is checked while the student's membership and the task are locked. */
export const acceptTask = async (db: Db, task_id: number, viewer: Viewer): Promise<Enrolment> => {
  const { user_id, now, zone } = viewer
  const seen = orNotFound(await findVisibleTask(db, task_id, user_id))
  if (!(await lockMembership(db, seen.guild_id, user_id))) throw fail('NOT_MEMBER')
  // Accepting in two classes of a set is serialized by the set's lock, so that one is first.
  if (seen.set_id !== null) await lockSet(db, seen.set_id)
  await lockTask(db, task_id)
  const { task, row } = await findTaskAndRow(db, task_id, user_id)
  if (task.guild_status === 'archived') throw fail('ARCHIVED')
  // A task without submissions cannot be accepted.
  if (task.channel === 'offline') throw fail('STATE', { state: row?.state ?? 'doing' })
  const locks = await locksOf(db, task, row, viewer)
  const other = locks.find(({ reason }) => reason === 'OTHER_CLASS')
  if (other) throw refusalOf(other)
  const way = wayToAccept(task, row, stateOf(task, row, locks, now))
  if (way === 'same' && row) return row
  const [lock] = locks
  if (lock) throw refusalOf(lock)
  const accepted =
    row && way === 'again'
      ? await resumeEnrolment(db, row, viewer)
      : await createEnrolment(db, task, (row?.round ?? 0) + 1, viewer)
  await activeDay(db, { user_id, now, zone })
  return accepted
}

const locksOf = async (
  db: Db,
  task: VisibleTask,
  row: Enrolment | null,
  { user_id, now, zone, levels }: Viewer,
): Promise<Lock[]> => {
  const missing = await missingBefore(db, task.id, user_id)
  const level = task.min_level > 1 ? levelOf((await totals(db, user_id)).experience, levels) : task.min_level
  const underWay = await listUnderWay(db, task.guild_id, user_id)
  const doing = underWay.filter((one) => !endOf(one, one, now)).length
  const guild = { status: task.guild_status, max_doing: task.max_doing }
  const elsewhere = task.set_id === null ? undefined : (await heldElsewhere(db, user_id)).get(task.id)
  return locksFor({ task, row, guild, elsewhere, missing: missing.map(({ title }) => title), level, doing, now, zone })
}

const resumeEnrolment = (db: Db, row: Enrolment, { user_id, now }: Viewer): Promise<Enrolment> => {
  const isPast = (date: number | null) => date !== null && date <= now
  const { extended_until, return_due_at } = row
  // A student's own dates that have passed are replaced by the task's.
  const dates = {
    extended_until: isPast(extended_until) ? null : extended_until,
    return_due_at: isPast(return_due_at) ? null : return_due_at,
  }
  const set = { accepted_at: now, abort_reason: '', left_from: null, ...dates }
  return moveEnrolment(db, {
    id: row.id,
    from: ['aborted'],
    to: 'doing',
    set,
    action: 'accept',
    actor_id: user_id,
    now,
  })
}

const createEnrolment = async (
  db: Db,
  task: VisibleTask,
  round: number,
  { user_id, now }: Viewer,
): Promise<Enrolment> => {
  const values = {
    task_id: task.id,
    guild_id: task.guild_id,
    user_id,
    round,
    state: 'doing',
    accepted_at: now,
  } as const
  const row = await insertEnrolment(db, values, { action: 'accept', actor_id: user_id, now })
  if (!row) throw fail('STATE', { state: 'doing' })
  return row
}

/** T2 in a transaction: draft, versions and discussion stay. Giving up again changes nothing. */
export const abortTask = async (
  { db, limits }: { db: Db; limits: Pick<Limits, 'hit'> },
  task_id: number,
  { user_id, now }: Pick<Viewer, 'user_id' | 'now'>,
  reason = '',
): Promise<Enrolment> => {
  await lockTask(db, task_id)
  const { task, row } = await findTaskAndRow(db, task_id, user_id)
  if (!row) throw fail('STATE', { state: isOver(task, null, now) ? 'expired' : 'available' })
  if (row.state === 'aborted') return row
  if (task.guild_status === 'archived') throw fail('ARCHIVED')
  const state = endOf(task, row, now)?.to ?? row.state
  if (!mayAbort({ ...row, state })) throw fail('STATE', { state })
  await keepPace({ limits, db }, 'abort', { user_id, now })
  const set = { abort_reason: reason }
  const aborted = await moveEnrolment(db, {
    id: row.id,
    from: [row.state],
    to: 'aborted',
    set,
    action: 'abort',
    actor_id: user_id,
    reason,
    now,
  })
  await closeAbout(db, aboutEnrolment(row.id), user_id)
  await putTodosAway(db, [aboutReminder(task_id)], [user_id], now)
  return aborted
}
