import { fail } from '@tongchuang/contract/errors.ts'
import type { CriterionResult } from '@tongchuang/contract/reviews.ts'
import type { Static } from '@tongchuang/contract/schema.ts'

/** A review holds its work for 30 minutes, renewed by opening again (behaviour T6). */
export const REVIEW_LOCK_MS = 30 * 60_000

/** A returned work is due 7 days after its release unless the teacher says otherwise (behaviour 0.3). */
export const RETURN_DAYS = 7

/** An appeal is possible for 7 days after the release of a result (behaviour T12). */
export const APPEAL_MS = 7 * 24 * 3_600_000

type Scale = { max_score: number; scored: boolean; pass_line: number }
type Weighted = { id: number; weight: number }
type Level = Static<typeof CriterionResult>
export type Decision = 'pass' | 'return' | 'fail'

const round = (value: number, digits: number): number =>
  Math.round(value * 10 ** digits + Number.EPSILON) / 10 ** digits

/** Percent of a work by its criteria: level/5 of each weight, which add up to 100. Every criterion must be judged. */
export const percentOfCriteria = (criteria: readonly Weighted[], levels: readonly Level[]): number => {
  const byId = new Map(levels.map(({ criterion_id, level }) => [criterion_id, level]))
  if (byId.size !== levels.length || byId.size !== criteria.length || criteria.some(({ id }) => !byId.has(id)))
    throw fail('CRITERIA')
  return round(
    criteria.reduce((sum, { id, weight }) => sum + (weight * (byId.get(id) ?? 0)) / 5, 0),
    2,
  )
}

/** What a review comes to. `score` is on the task's scale after lateness; all null when the work stays without a number. */
export type Marking = {
  percent: number | null
  percent_final: number | null
  score: number | null
  late_deduction: number
}

/**
 * Total percent p from criteria or from one number, then `max(0, p − late)` (behaviour 4.4). `late` in percentage points.
 * A binary task has no number: passing is 100 %, failing 0.
 */
export const markingOf = (
  task: Scale,
  criteria: readonly Weighted[],
  given: { decision: Decision; score?: number | null; criteria?: readonly Level[] },
  late: number,
): Marking => {
  const percent = percentGiven(task, criteria, given)
  if (percent === null) return { percent: null, percent_final: null, score: null, late_deduction: 0 }
  const percent_final = Math.max(0, round(percent - late, 2))
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
  if (given.criteria && given.criteria.length > 0) return percentOfCriteria(criteria, given.criteria)
  if (given.score === undefined || given.score === null) return null
  if (given.score < 0 || given.score > task.max_score) throw fail('SCORE', { max: task.max_score })
  return round((given.score * 100) / task.max_score, 2)
}

/** Returning and failing need words: a text or at least one mark (behaviour T7). */
export const hasReason = (given: { text?: string; marks?: readonly unknown[] }): boolean =>
  (given.text ?? '').trim().length > 0 || (given.marks?.length ?? 0) > 0

/** Whether someone else is reviewing now. */
export const isLockedFor = (
  lock: { reviewer_id: number | null; review_until: number | null },
  reviewer_id: number,
  now: number,
): boolean => lock.reviewer_id !== null && lock.reviewer_id !== reviewer_id && (lock.review_until ?? 0) > now

/** Whether a result may still be appealed: final, released within 7 days, not appealed yet. */
export const mayAppeal = (
  result: { decision: Decision; status: string; released_at: number | null },
  hasAppeal: boolean,
  now: number,
): boolean =>
  !hasAppeal &&
  result.status === 'released' &&
  result.decision !== 'return' &&
  result.released_at !== null &&
  now < result.released_at + APPEAL_MS
