import type { DeskTask } from './queries.ts'

type Rule = Pick<DeskTask['task'], 'due_at' | 'late_rule' | 'late_percent' | 'late_cap'>

const day = 24 * 3600_000

/** Percentage points that handing in at a moment would cost; the server decides, this only warns. */
export const deductionAt = ({ due_at, late_rule, late_percent, late_cap }: Rule, now: number): number => {
  if (due_at === null || late_rule !== 'percent') return 0
  const over = now - Date.parse(due_at)
  return over < 0 ? 0 : Math.min(late_cap, late_percent * (Math.floor(over / day) + 1))
}
