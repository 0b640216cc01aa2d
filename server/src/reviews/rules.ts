import { fail } from '@tongchuang/contract/errors.ts'
import type { CriterionResult } from '@tongchuang/contract/reviews.ts'
import type { Static } from '@tongchuang/contract/schema.ts'
import { afterLateness, percentOfCriteria, percentOfScore } from '@tongchuang/contract/rules/percent.ts'
import { isReviewOver } from '../submissions/rules.ts'

/** A returned work is due 7 days after its release unless the teacher says otherwise. */
export const RETURN_DAYS = 7

/** An appeal is possible for 7 days after the release of a result. */
export const APPEAL_MS = 7 * 24 * 3_600_000

type Scale = { max_score: number; scored: boolean; pass_line: number }
type Weighted = { id: number; weight: number }
type Level = Static<typeof CriterionResult>
export type Decision = 'pass' | 'return' | 'fail'

const round = (value: number, digits: number): number =>
  Math.round(value * 10 ** digits + Number.EPSILON) / 10 ** digits

/** Percent by criteria, each of which must be judged once. Throws CRITERIA. */
const percentJudged = (criteria: readonly Weighted[], levels: readonly Level[]): number => {
  const judged = Object.fromEntries(levels.map(({ criterion_id, level }) => [criterion_id, level]))
  const percent = levels.length === criteria.length ? percentOfCriteria(criteria, judged) : null
  if (percent === null) throw fail('CRITERIA')
  return percent
}

/**
 * The numbers of a review. `score` is on the task's scale after lateness; the first three are null where a work stays
 * without a number.
 */
export type Marking = {
  percent: number | null
  percent_final: number | null
  score: number | null
  late_deduction: number
}

/**
 * Total percent p from criteria or from one number, then `max(0, p − late)` (docs/rules.md). `late` in percentage
 * points. A binary task has no number: passing is 100 %, failing 0.
 */
export const markingOf = (
  task: Scale,
  criteria: readonly Weighted[],
  given: { decision: Decision; score?: number | null; criteria?: readonly Level[] },
  late: number,
): Marking => {
  const percent = percentGiven(task, criteria, given)
  if (percent === null) return { percent: null, percent_final: null, score: null, late_deduction: 0 }
  const percent_final = afterLateness(percent, late)
  return {
    percent,
    percent_final,
    score: round((percent_final * task.max_score) / 100, 2),
    late_deduction: round(percent - percent_final, 2),
  }
}

const percentGiven = (
  task: Scale,
  criteria: readonly Weighted[],
  given: { decision: Decision; score?: number | null; criteria?: readonly Level[] },
): number | null => {
  if (!task.scored) return given.decision === 'return' ? null : given.decision === 'pass' ? 100 : 0
  if (given.criteria && given.criteria.length > 0) return percentJudged(criteria, given.criteria)
  if (given.score === undefined || given.score === null) return null
  const percent = percentOfScore(given.score, task.max_score)
  if (percent === null) throw fail('SCORE', { max: task.max_score })
  return percent
}

type Standing = { decision: 'pass' | 'fail'; marking: Marking }

/**
 * The outcome of a correction. An omitted or unchanged number changes neither marking nor decision, which may have been
 * made against the pass line. Another number, which already includes lateness, decides by the pass line unless a
 * decision is given. A removed number cannot be compared with the pass line and therefore needs a decision. Throws
 * SCORE.
 */
export const correctedTo = (
  task: Scale,
  { decision: stands, marking }: Standing,
  given: { decision: 'pass' | 'fail' | undefined; score: number | null | undefined },
): Standing => {
  const isSame = task.scored && (given.score === undefined || given.score === marking.score)
  if (task.scored && !isSame && given.score === null && !given.decision) throw fail('SCORE', { max: task.max_score })
  const next = isSame
    ? marking
    : markingOf(task, [], { decision: given.decision ?? stands, score: given.score ?? null }, 0)
  const byLine = isSame || next.percent_final === null ? stands : next.percent_final >= task.pass_line ? 'pass' : 'fail'
  return { decision: given.decision ?? byLine, marking: next }
}

/**
 * Refuses a number that was typed for full marks other than the task's current ones: 36 of 40 is not 36 of 100.
 * `max_score` is the full marks shown at the time, omitted where unknown. Throws SCALE.
 */
export const mustBeOnScale = (
  task: Pick<Scale, 'max_score'>,
  { score, max_score }: { score?: number | null | undefined; max_score?: number | undefined },
): void => {
  if (typeof score === 'number' && max_score !== undefined && max_score !== task.max_score)
    throw fail('SCALE', { from: max_score, to: task.max_score })
}

/**
 * Refuses levels given for other weights than the criteria have now: the reviewer saw another total. `weight` is
 * omitted where unknown. Throws CHANGED.
 */
export const mustBeWeighed = (
  criteria: readonly Weighted[],
  levels: readonly { criterion_id: number; weight?: number | undefined }[],
): void => {
  const weights = new Map(criteria.map(({ id, weight }) => [id, weight]))
  const isOther = levels.some(({ criterion_id: id, weight }) => weight !== undefined && weight !== weights.get(id))
  if (isOther) throw fail('CHANGED')
}

/**
 * Whether a score that the page filled in is the one the questions add up to, within 0.02 because a browser rounds in
 * another order.
 */
export const isWhatQuestionsComeTo = (score: number | null | undefined, proposed: number | null): boolean =>
  typeof score === 'number' && proposed !== null ? Math.abs(score - proposed) < 0.02 : (score ?? null) === proposed

/** Whether a decision has words: a text or at least one mark. Returning and failing need them. */
export const hasReason = (given: { text?: string; marks?: readonly unknown[] }): boolean =>
  (given.text ?? '').trim().length > 0 || (given.marks?.length ?? 0) > 0

/** Whether another reviewer holds the lock now. */
export const isLockedFor = (
  lock: { reviewer_id: number | null; review_until: number | null },
  reviewer_id: number,
  now: number,
): boolean =>
  lock.reviewer_id !== null && lock.reviewer_id !== reviewer_id && !isReviewOver(lock.review_until ?? 0, now)

/**
 * Whether a result may still be appealed: final, released within 7 days, not appealed yet. A return is final since the
 * clock made it the result of its row (`row.released_at`, after the return); a reopened row keeps an earlier result.
 */
export const mayAppeal = (
  result: { decision: Decision; status: string; released_at: number | null },
  row: { released_at: number | null },
  hasAppeal: boolean,
  now: number,
): boolean => {
  if (hasAppeal || result.status !== 'released' || result.released_at === null) return false
  const final_at = result.decision === 'return' ? (row.released_at ?? 0) : result.released_at
  return result.released_at <= final_at && now < final_at + APPEAL_MS
}
