import type { App } from '../../app-services.ts'
import type { Db } from '../../db/schema.ts'
import { leaveEvent } from '../../events.ts'
import { isActiveStudent } from '../../guilds/store.ts'
import { putTodosAway } from '../../messages/away-store.ts'
import { closeAbout } from '../../messages/store.ts'
import { listHeld, remindersIn } from '../clock/clock-store.ts'
import { aboutEnrolment } from './outcome.ts'
import { askToMend } from './to-mend.ts'
import { earlierOf, endOf, type Enrolment, type StoredState, type Task } from '../rules.ts'
import { heldElsewhere } from '../sets/elsewhere-store.ts'
import { lockSet } from '../sets/set-store.ts'
import { findEnrolment, holdEnrolment, moveEnrolment, type EnrolmentChanges } from '../enrolment-store.ts'
import { findTask, lockTask } from '../store.ts'

type Who = { guild_id: number; user_id: number }

/** The state of a row under way after its student leaves, and what is kept of it until they come back. */
export const asideOf = (
  row: Pick<Enrolment, 'reopened_from' | 'return_due_at'>,
  state: 'doing' | 'returned',
): { to: StoredState; set: EnrolmentChanges } => {
  const to = earlierOf(row) ?? (row.reopened_from === 'expired' ? 'expired' : 'aborted')
  if (to === 'aborted') return { to, set: { left_from: state } }
  // An expired row keeps the date of its return, which shows that something was submitted.
  const return_due_at = to === 'expired' ? row.return_due_at : null
  return { to, set: { reopened_from: null, return_due_at, extended_until: null } }
}

/**
 * T11: what a student has under way is put aside when they leave the guild; a reopened row goes back to its result.
 * What was handed in stays reviewable.
 */
export const putAside = async (db: Db, { guild_id, user_id }: Who, now: number): Promise<void> => {
  // The student came back before the event was handled: nothing to put aside.
  if (await isActiveStudent(db, guild_id, user_id)) return
  await putTodosAway(db, await remindersIn(db, guild_id, user_id), [user_id], now)
  for (const { id, task_id } of await listHeld(db, guild_id, user_id, 'under_way')) {
    const task = await lockTask(db, task_id)
    // A concurrent submission or save comes first, and is then seen.
    await holdEnrolment(db, id)
    const row = await findEnrolment(db, id)
    if (!task || (row?.state !== 'doing' && row?.state !== 'returned')) continue
    // A row whose time is over is left to the clock: it ends with its provisional result, not as given up.
    if (endOf(task, row, now)) continue
    await setAside(db, row, row.state, now)
  }
}

/** Puts a row of a student who has left the guild aside, and closes the requests about it. */
const setAside = async (db: Db, row: Enrolment, state: 'doing' | 'returned', now: number): Promise<void> => {
  const { id, user_id } = row
  await moveEnrolment(db, { id, from: [state], ...asideOf(row, state), action: 'leave', actor_id: user_id, now })
  if (earlierOf(row)) await leaveEvent(db, 'result.back', { enrolment_id: id }, now)
  await closeAbout(db, aboutEnrolment(id), user_id)
}

/** T11: a work that is returned to a student who has left meanwhile is put aside like the rest of their work. */
export const putReturnedAside = async (db: Db, row: Enrolment, now: number): Promise<void> => {
  if (await isActiveStudent(db, row.guild_id, row.user_id)) return
  await setAside(db, row, 'returned', now)
}

/** T11: a student who comes back continues where they left off, as far as places are free. */
export const takeBack = async (db: Db, { guild_id, user_id }: Who, now: number): Promise<void> => {
  if (!(await isActiveStudent(db, guild_id, user_id))) return
  for (const { id, task_id } of await listHeld(db, guild_id, user_id, 'put_aside')) {
    const seen = await findTask(db, task_id)
    // A student who continued in another class of the set stays there.
    if (!seen || !(await isFree(db, seen, user_id))) continue
    const task = await lockTask(db, task_id)
    await holdEnrolment(db, id)
    const row = await findEnrolment(db, id)
    if (!task || !row?.left_from || row.state !== 'aborted' || !hasPlace(task, row)) continue
    await moveEnrolment(db, {
      id,
      from: ['aborted'],
      to: row.left_from,
      set: { left_from: null },
      action: 'rejoin',
      actor_id: user_id,
      now,
    })
    if (task.status !== 'trashed') await askToMend(db, { task, enrolment_id: id, isKnown: true, now })
  }
}

const isFree = async (db: Db, { id, set_id }: Pick<Task, 'id' | 'set_id'>, user_id: number): Promise<boolean> => {
  if (set_id === null) return true
  await lockSet(db, set_id)
  return !(await heldElsewhere(db, user_id)).has(id)
}

const hasPlace = (task: { capacity: number | null; accepted_count: number }, row: Enrolment): boolean =>
  row.round > 1 || task.capacity === null || task.accepted_count < task.capacity

/** Handles the events of students who leave guilds and come back. */
export const membershipEvents = ({ events }: App): void => {
  events.on('guild.left', putAside)
  events.on('guild.joined', takeBack)
}
