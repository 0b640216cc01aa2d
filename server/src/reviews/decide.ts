import type { Input } from '@tongchuang/contract/call.ts'
import { fail } from '@tongchuang/contract/errors.ts'
import type { reviewsAdmin } from '@tongchuang/contract/reviews.admin.ts'
import { lateDeduction } from '@tongchuang/contract/rules/lateness.ts'
import type { Db } from '../db/schema.ts'
import { orNotFound } from '../db/or-not-found.ts'
import { ms } from '../db/time.ts'
import { invalid } from '../http/problem.ts'
import { tellStaff } from '../submissions/waiting/staff-notices.ts'
import { setVersionStatus, standingVersions, type StandingVersion, type Version } from '../submissions/store.ts'
import { tellRobotsReleased } from '../tasks/robot-notices.ts'
import { findEnrolment } from '../tasks/enrolment-store.ts'
import { mayDo, type Task } from '../tasks/rules.ts'
import { draftAreas, giveAreas } from './area-store.ts'
import { release } from './release.ts'
import { hasReason, isLockedFor, isWhatQuestionsComeTo, markingOf, mustBeOnScale, mustBeWeighed } from './rules.ts'
import { marksGiven } from './question-marks.ts'
import { addResult, dropHeld, type Result } from './store.ts'
import { draftVoices, giveVoices } from './voice-store.ts'

type Decision = Input<typeof reviewsAdmin.decide>
type Judge = { user_id: number; role: 'assistant' | 'teacher' | 'admin'; now: number; zone: string; holder: string }
type Judged = { result: Result; state: 'submitted' | 'returned' | 'passed' | 'failed' }

/**
 * The version whose lateness counts: the one under review, or an earlier one of the same student that was not
 * withdrawn.
 */
const markedVersion = async (db: Db, version: Version, wanted: number | undefined): Promise<StandingVersion> => {
  if (wanted === undefined || wanted === version.version) return version
  const earlier = (await standingVersions(db, version.enrolment_id)).find((one) => one.version === wanted)
  if (!earlier || wanted > version.version) throw fail('NOT_FOUND')
  return earlier
}

/** Refuses a decision for a student who was excused in the meantime, or whose result is released. */
const mustWait = async (db: Db, { enrolment_id }: Version): Promise<void> => {
  const { state } = orNotFound(await findEnrolment(db, enrolment_id))
  if (!mayDo('decide', state)) throw fail('STATE', { state })
}

/** Requires that the reviewer has opened the work, and that nobody else has opened it since; only then it is theirs. */
const mustHoldLock = (version: Version, { user_id, now, holder }: Judge): void => {
  if (isLockedFor(version, user_id, now)) throw fail('LOCKED_REVIEW', { name: holder })
  if (version.reviewer_id !== user_id) throw fail('NOT_REVIEWING')
}

/**
 * T7: saves a review of a work that its reviewer has open, and releases it unless the task holds results. Call it in a
 * transaction; a second call finds the lock gone and is refused.
 */
export const decide = async (
  db: Db,
  {
    task,
    criteria,
    version,
    given,
    judge,
  }: {
    task: Task
    criteria: readonly { id: number; weight: number }[]
    version: Version
    given: Decision
    judge: Judge
  },
): Promise<Judged> => {
  await mustWait(db, version)
  mustHoldLock(version, judge)
  if (task.scored) mustBeOnScale(task, given)
  const drawn = await draftAreas(db, { submission_id: version.id, reviewer_id: judge.user_id })
  const spoken = await draftVoices(db, { submission_id: version.id, reviewer_id: judge.user_id })
  // A mark or voice counts as a reason only with words: a student may not see or hear it.
  const said = [...drawn, ...spoken].some(({ text }) => text.trim() !== '')
  if (given.decision !== 'pass' && !said && !hasReason(given)) throw fail('FEEDBACK')
  const marked = await markedVersion(db, version, given.version)
  const late = given.waive_late ? 0 : lateDeduction(task, marked.due_at, marked.submitted_at)
  const { question_marks, proposed } = await marksGiven(db, task, marked.id, given.question_points ?? [])
  if (given.follows && !isWhatQuestionsComeTo(given.score, proposed)) throw fail('CHANGED')
  const score = given.score === undefined ? proposed : given.score
  const levels = (given.criteria ?? []).map(({ criterion_id, level }) => ({ criterion_id, level }))
  const marking = markingOf(task, criteria, { ...given, score }, late)
  mustBeWeighed(criteria, given.criteria ?? [])
  const { user_id: reviewer_id, role: reviewer_role, now, zone } = judge
  // Conditional update: only one of two concurrent requests finds the version unchanged.
  if (!(await setVersionStatus(db, { id: version.id, from: ['in_review', 'reviewed'], to: 'reviewed' })))
    throw fail('STATE', { state: version.status })
  await dropHeld(db, version.id)
  const result = await addResult(db, {
    submission_id: version.id,
    enrolment_id: version.enrolment_id,
    reviewer_id,
    reviewer_role,
    decision: given.decision,
    ...marking,
    marked_version: marked.id === version.id ? null : marked.version,
    text: given.text ?? '',
    marks: JSON.stringify(given.marks ?? []),
    criteria: JSON.stringify(levels),
    question_marks: JSON.stringify(question_marks),
    question_given: JSON.stringify(given.question_points ?? []),
    status: 'held',
    return_due_at: returnDate(given, now),
    created_at: now,
    released_at: null,
  })
  await giveAreas(db, { submission_id: version.id, reviewer_id }, result.id)
  await giveVoices(db, { submission_id: version.id, reviewer_id }, result.id)
  const isHeld = given.hold ?? task.hold
  const state = isHeld ? 'submitted' : await release(db, task, result, { actor_id: reviewer_id, now, zone })
  if (state === 'passed' || state === 'failed') await tellRobotsReleased(db, task, 1, now)
  await tellStaff(db, task, { isNews: false, now })
  return isHeld
    ? { result, state: 'submitted' }
    : { result: { ...result, status: 'released' }, state: state ?? 'submitted' }
}

const returnDate = ({ decision, return_due_at }: Decision, now: number): number | null => {
  if (decision !== 'return' || return_due_at === undefined) return null
  const at = ms(return_due_at)
  if (at <= now) throw invalid('return_due_at', '请选一个以后的时间', 'Choose a time that is still to come')
  return at
}
