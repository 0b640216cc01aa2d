/** Percents have two decimals. */
const rounded = (percent: number): number => Math.round(percent * 100 + Number.EPSILON) / 100

/**
 * Percent of a work by its criteria: level/5 of each weight, which add up to 100. `levels`: 0–5 by criterion; null
 * while one of them is not judged.
 */
export const percentOfCriteria = (
  criteria: readonly { id: number; weight: number }[],
  levels: Readonly<Record<number, number>>,
): number | null => {
  if (criteria.some(({ id }) => levels[id] === undefined)) return null
  return rounded(criteria.reduce((sum, { id, weight }) => sum + (weight * (levels[id] ?? 0)) / 5, 0))
}

/** Percent of a score on the task's scale; null outside of it. */
export const percentOfScore = (score: number, max_score: number): number | null =>
  score < 0 || score > max_score ? null : rounded((score * 100) / max_score)

/** What a score is on another scale, with two decimals. */
export const rescaled = (score: number, { from, to }: { from: number; to: number }): number =>
  from === to ? score : rounded((score * to) / from)

/** What is left of a percent after lateness: percentage points are taken, down to 0. */
export const afterLateness = (percent: number, deduction: number): number => Math.max(0, rounded(percent - deduction))
