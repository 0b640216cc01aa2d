import { fail } from '@tongchuang/contract/errors.ts'
import type { Db } from '../../db/schema.ts'
import { missEnrolment } from '../../tasks/enrolment/missed.ts'
import { applyOutcome, excuseEnrolment } from '../../tasks/enrolment/outcome.ts'
import { tellStudents } from '../../tasks/enrolment/staff-changes.ts'
import { insertEnrolment, latestEnrolment } from '../../tasks/enrolment-store.ts'
import { heldEntered, markEnteredReleased, type Entered } from '../../tasks/entered-store.ts'
import { tellRobotsReleased } from '../../tasks/robot-notices.ts'
import { mayDo, type Enrolment, type Task } from '../../tasks/rules.ts'
import type { Release } from '../release.ts'
import { markingOf } from '../rules.ts'
import { addResult, replaceResults } from '../store.ts'
import { enteredReason } from './entered-rules.ts'

/** The student's enrolment in an offline task, created when the first result is released to them. */
const rowFor = async (db: Db, task: Task, user_id: number, act: Release): Promise<Enrolment> => {
  const row = await latestEnrolment(db, task.id, user_id)
  if (row) return row
  const made = await insertEnrolment(
    db,
    { task_id: task.id, guild_id: task.guild_id, user_id, round: 1, state: 'doing', accepted_at: act.now },
    { action: 'enter', actor_id: act.actor_id, now: act.now },
  )
  // Another request has created it concurrently: this one is refused, and changes nothing.
  if (!made) throw fail('STATE', { user_id })
  return made
}

/**
 * T13, in the caller's transaction: an entry becomes the student's result, with both ledgers and the notice. With a
 * `reason` it replaces a released result, as a correction.
 */
export const applyEntered = async (
  db: Db,
  task: Task,
  entered: Entered,
  act: Release & { reason?: string },
): Promise<void> => {
  const { actor_id, now, zone, reason } = act
  const enrolment = await rowFor(db, task, entered.user_id, act)
  if (!mayDo('enter', enrolment.state)) throw fail('STATE', { state: enrolment.state })
  await replaceResults(db, enrolment.id)
  const isCorrection = reason !== undefined
  if (entered.word === 'excused') {
    const row = await excuseEnrolment(db, task, enrolment, { actor_id, reason: reason ?? enteredReason, now, zone })
    return tellStudents(db, task, [row], { kind: 'task.excused', reason: row.excuse_reason }, now)
  }
  if (entered.word === 'missing')
    return missEnrolment(db, task, enrolment, { actor_id, now, zone, ...(isCorrection && { reason }) })
  const marking = markingOf(task, [], { decision: 'pass', score: entered.score }, 0)
  const decision = (marking.percent_final ?? 0) >= task.pass_line ? 'pass' : 'fail'
  const result = await addResult(db, {
    submission_id: null,
    enrolment_id: enrolment.id,
    reviewer_id: entered.entered_by,
    reviewer_role: entered.entered_role,
    decision,
    ...marking,
    score: entered.score,
    marked_version: null,
    text: entered.text,
    status: 'released',
    return_due_at: null,
    created_at: entered.entered_at,
    released_at: now,
  })
  await applyOutcome(db, {
    task,
    enrolment,
    decision,
    score: result.score,
    percent_final: result.percent_final,
    actor_id,
    now,
    zone,
    isEntered: true,
    ...(isCorrection && { correction: true, reason }),
  })
}

/** Releases a held entry, in the caller's transaction; returns false where it was already released. */
export const releaseEntered = async (db: Db, task: Task, entered: Entered, act: Release): Promise<boolean> => {
  if (!(await markEnteredReleased(db, entered, act.now))) return false
  await applyEntered(db, task, entered, act)
  return true
}

/** Releases all held entries of a task, in the caller's transaction; returns how many. */
export const releaseAllEntered = async (db: Db, task: Task, act: Release): Promise<number> => {
  let released = 0
  let results = 0
  for (let held = await heldEntered(db, task.id); held.length > 0; held = await heldEntered(db, task.id))
    for (const entered of held)
      if (await releaseEntered(db, task, entered, act)) {
        released += 1
        if (entered.word !== 'excused') results += 1
      }
  await tellRobotsReleased(db, task, results, act.now)
  return released
}
