import { fewestResults } from '@tongchuang/contract/statistics.admin.ts'
import type { CriterionLevels } from '@tongchuang/contract/statistics.admin.ts'

/** The number of released results with this percent. */
export type Share = { percent: number; many: number }

const total = (shares: readonly { many: number }[]): number => shares.reduce((sum, { many }) => sum + many, 0)
const oneDecimal = (number: number): number => Math.round(number * 10) / 10

/** The mean percent; null where there are so few results that students could be told apart. */
export const averageOf = (shares: readonly Share[]): number | null =>
  total(shares) < fewestResults
    ? null
    : oneDecimal(shares.reduce((sum, { percent, many }) => sum + percent * many, 0) / total(shares))

/**
 * Whether the scores of several classes may be shown together: there are enough in total, and the classes with too few
 * of their own have enough together, or there are none; a single such class would be the whole minus the others.
 */
export const mayTell = (released: readonly number[]): boolean => {
  const all = released.reduce((sum, many) => sum + many, 0)
  const few = released.filter((many) => many < fewestResults).reduce((sum, many) => sum + many, 0)
  return all >= fewestResults && (few === 0 || few >= fewestResults)
}

const medianOf = (shares: readonly Share[]): number => {
  const rising = shares.toSorted((one, other) => one.percent - other.percent)
  const at = (place: number): number => {
    let passed = 0
    for (const { percent, many } of rising) {
      passed += many
      if (passed > place) return percent
    }
    return rising.at(-1)?.percent ?? 0
  }
  const many = total(shares)
  return oneDecimal((at(Math.floor((many - 1) / 2)) + at(Math.floor(many / 2))) / 2)
}

/**
 * Counts by tens, mean and median of released percents; null where there are so few that students could be told apart.
 */
export const scoresOf = (shares: readonly Share[], pass_line: number) => {
  const average = averageOf(shares)
  if (average === null) return null
  const tens = Array.from({ length: 10 }, () => 0)
  for (const { percent, many } of shares) {
    const ten = Math.min(9, Math.floor(percent / 10))
    tens[ten] = (tens[ten] ?? 0) + many
  }
  return {
    tens,
    average,
    median: medianOf(shares),
    pass_line,
    below: total(shares.filter(({ percent }) => percent < pass_line)),
  }
}

/** The levels released works reached in the criteria of their task; `many` works were judged alike. */
export type Judged = { task_id: number; levels: readonly { criterion_id: number; level: number }[]; many: number }
export type Criterion = { id: number; task_id: number; label: string; weight: number }

/**
 * The number of works at each level of each criterion. Tasks of a set have criteria of their own with the same words:
 * those with the same label and weight are combined. A criterion by which too few were judged is left out.
 */
export const levelsOf = (criteria: readonly Criterion[], judged: readonly Judged[]): CriterionLevels[] => {
  const rows = new Map<string, Omit<CriterionLevels, 'average'>>()
  const rowById = new Map<number, Omit<CriterionLevels, 'average'>>()
  for (const { id, label, weight } of criteria) {
    const key = `${weight} ${label}`
    const row = rows.get(key) ?? { label, weight, levels: [0, 0, 0, 0, 0] }
    rows.set(key, row)
    rowById.set(id, row)
  }
  for (const { levels, many } of judged) {
    for (const { criterion_id, level } of levels) {
      const row = rowById.get(criterion_id)
      if (row) row.levels[level - 1] = (row.levels[level - 1] ?? 0) + many
    }
  }
  return [...rows.values()].flatMap((row) => {
    const all = row.levels.reduce((sum, many) => sum + many, 0)
    if (all < fewestResults) return []
    const reached = row.levels.reduce((sum, many, place) => sum + (many * (place + 1)) / 5, 0)
    return [{ ...row, average: oneDecimal((reached / all) * 100) }]
  })
}
