import { isDeepStrictEqual } from 'node:util'
import { fail } from '@tongchuang/contract/errors.ts'
import type { Db } from '../db/schema.ts'
import { orNotFound } from '../db/or-not-found.ts'
import { leaveEvent } from '../events.ts'
import { markReleased } from '../submissions/store.ts'
import { correctEntered } from '../tasks/entered-store.ts'
import { applyOutcome } from '../tasks/enrolment/outcome.ts'
import { mayDo, mustBeThere } from '../tasks/rules.ts'
import { findEnrolment, lastAct } from '../tasks/enrolment-store.ts'
import { findTask, lockTask } from '../tasks/store.ts'
import { copyAreas, hasAreas } from './area-store.ts'
import { correctedTo, mustBeOnScale, type Marking } from './rules.ts'
import { addResult, holdStanding, replaceResults, type Result } from './store.ts'
import { copyVoices, hasVoices } from './voice-store.ts'

export type Judge = { user_id: number; role: 'assistant' | 'teacher' | 'admin'; now: number; zone: string }

/**
 * The new result: omitted fields stay, or follow from the rest (`correctedTo`). `text` is for the student, `reason` for
 * the history.
 */
export type Correction = {
  decision: 'pass' | 'fail' | undefined
  score: number | null | undefined
  /** The full marks the score was typed for; omitted where unknown. */
  max_score?: number | undefined
  text: string
  reason: string
  /** Marks on pictures and pages that the new result leaves out. */
  without_areas?: readonly number[] | undefined
  /** Voices that the new result omits. */
  without_voices?: readonly number[] | undefined
  /** Set when its questions were marked again: their marks, and the resulting marking before and after lateness. */
  remarked?: { question_marks: string; marking: Marking } | undefined
  /** The caller has already locked the result (`holdStanding`). */
  isHeld?: boolean
}

/** The standing decision of a passed or failed enrolment, including a return that the clock turned into a result. */
const standing = ({ state }: { state: string }): 'pass' | 'fail' => (state === 'failed' ? 'fail' : 'pass')

const markingIn = ({ percent, percent_final, score, late_deduction }: Result): Marking => ({
  percent,
  percent_final,
  score,
  late_deduction,
})

/**
 * Recognizes a correction that is sent again because its answer was lost. Returns the state if the released result is
 * what this correction made of the earlier one and nothing has happened since, else null.
 */
export const madeBySame = async (
  db: Db,
  stands: Result,
  given: Correction,
  judge: Pick<Judge, 'user_id'>,
): Promise<'passed' | 'failed' | null> => {
  const row = orNotFound(await findEnrolment(db, stands.enrolment_id))
  const task = orNotFound(await findTask(db, row.task_id))
  const last = await lastAct(db, row.id)
  const isSame = last?.action === 'correct' && last.actor_id === judge.user_id && last.reason === given.reason
  if (!isSame || stands.text !== given.text || !mayDo('appeal', row.state)) return null
  if (given.max_score !== undefined && given.max_score !== task.max_score) return null
  const before = { decision: standing(row), marking: markingIn(stands) }
  if (!isDeepStrictEqual(correctedTo(task, before, given), before)) return null
  // Omitted marks and voices are those of the earlier result; one of the present result means another correction.
  if (await hasAreas(db, stands.id, given.without_areas ?? [])) return null
  if (await hasVoices(db, stands.id, given.without_voices ?? [])) return null
  return before.decision === 'pass' ? 'passed' : 'failed'
}

/**
 * Replaces a released result, in the caller's transaction: version, enrolment, both ledgers and the notice carry the
 * new one. A new number already includes lateness: staff type what the student gets. Of two concurrent corrections the
 * second is refused, because its result no longer stands.
 */
export const correct = async (
  db: Db,
  earlier: Result,
  given: Correction,
  judge: Judge,
): Promise<{ result: Result; state: 'passed' | 'failed' }> => {
  const row = orNotFound(await findEnrolment(db, earlier.enrolment_id))
  // Locked before its results: the number is on the scale that the task has when it is written.
  const task = orNotFound(await lockTask(db, row.task_id))
  mustBeThere(task)
  if (task.scored) mustBeOnScale(task, given)
  if (!mayDo('appeal', row.state)) throw fail('STATE', { state: row.state })
  // An entered result always has a number, so its correction needs one too.
  if (earlier.submission_id === null && typeof given.score !== 'number') throw fail('SCORE', { max: task.max_score })
  const { decision, marking } = given.remarked
    ? { decision: given.decision ?? standing(row), marking: given.remarked.marking }
    : correctedTo(task, { decision: standing(row), marking: markingIn(earlier) }, given)
  // The entered result is locked before its released one, in the same order as when it is typed again.
  if (earlier.submission_id === null)
    await correctEntered(db, { task_id: task.id, user_id: row.user_id, score: marking.score, judge })
  if (!given.isHeld && !(await holdStanding(db, earlier))) throw fail('STATE', { state: row.state })
  await replaceResults(db, row.id)
  const result = await addResult(db, {
    submission_id: earlier.submission_id,
    enrolment_id: row.id,
    reviewer_id: judge.user_id,
    reviewer_role: judge.role,
    decision,
    ...marking,
    marked_version: earlier.marked_version,
    text: given.text,
    marks: earlier.marks,
    question_marks: given.remarked?.question_marks ?? earlier.question_marks,
    question_given: earlier.question_given,
    status: 'released',
    created_at: judge.now,
    released_at: judge.now,
  })
  await copyAreas(db, earlier.id, {
    to: result.id,
    reviewer_id: judge.user_id,
    ...(given.without_areas && { without: given.without_areas }),
  })
  await copyVoices(db, earlier.id, {
    to: result.id,
    reviewer_id: judge.user_id,
    ...(given.without_voices && { without: given.without_voices }),
  })
  const { score, percent_final } = result
  if (earlier.submission_id !== null)
    await markReleased(db, { submission_id: earlier.submission_id, score, percent_final })
  const { user_id: actor_id, now, zone } = judge
  await applyOutcome(db, {
    task,
    enrolment: row,
    decision,
    score,
    percent_final,
    actor_id,
    now,
    zone,
    correction: true,
    reason: given.reason,
  })
  if (earlier.submission_id !== null && decision !== standing(row))
    await leaveEvent(
      db,
      decision === 'pass' ? 'work.passed' : 'work.failed',
      { submission_id: earlier.submission_id },
      now,
    )
  return { result, state: decision === 'pass' ? 'passed' : 'failed' }
}
