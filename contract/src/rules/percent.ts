/** Percents, scores and points have two decimals. */
export const twoDecimals = (number: number): number => Math.round(number * 100 + Number.EPSILON) / 100

/** The sum of the weights of criteria, in percent. */
export const weightOf = (criteria: readonly { weight: number }[]): number =>
  criteria.reduce((sum, { weight }) => sum + weight, 0)

/**
 * Percent of a work by its criteria: the sum of level/5 of each weight, where the weights add up to 100. `levels`: 1–5
 * by the id of the criterion; null is returned while a criterion is not judged.
 */
export const percentOfCriteria = (
  criteria: readonly { id: number; weight: number }[],
  levels: Readonly<Record<number, number>>,
): number | null => {
  if (criteria.some(({ id }) => levels[id] === undefined)) return null
  return twoDecimals(criteria.reduce((sum, { id, weight }) => sum + (weight * (levels[id] ?? 0)) / 5, 0))
}

/** Percent of a score on the task's scale; null outside of it. */
export const percentOfScore = (score: number, max_score: number): number | null =>
  score < 0 || score > max_score ? null : twoDecimals((score * 100) / max_score)

/** A score converted to another scale, with two decimals. */
export const rescaled = (score: number, { from, to }: { from: number; to: number }): number =>
  from === to ? score : twoDecimals((score * to) / from)

/** A percent after the deduction for lateness, in percentage points; never below 0. */
export const afterLateness = (percent: number, deduction: number): number =>
  Math.max(0, twoDecimals(percent - deduction))
