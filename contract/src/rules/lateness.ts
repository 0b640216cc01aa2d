/** What a task does with late work; percents are percentage points. */
export type LateRule = { late_rule: 'refuse' | 'mark' | 'percent'; late_percent: number; late_cap: number }

const dayMs = 24 * 3_600_000

/** At 20:00:00 a work due at 20:00 is late. Both are milliseconds since 1970; `due_at` null: never. */
export const isLate = (due_at: number | null, at: number): boolean => due_at !== null && at >= due_at

/**
 * Percentage points deducted from a work submitted at `at`: `late_percent` for each started day, up to the cap
 * (docs/rules.md).
 */
export const lateDeduction = (
  { late_rule, late_percent, late_cap }: LateRule,
  due_at: number | null,
  at: number,
): number => {
  if (late_rule !== 'percent' || due_at === null || !isLate(due_at, at)) return 0
  const startedDays = Math.floor((at - due_at) / dayMs) + 1
  return Math.min(startedDays * late_percent, late_cap)
}

/** A student's task with the dates that apply to them, as a call answers it. */
export type Dated = LateRule & {
  state: string
  due_at: string | null
  close_at: string | null
  channel?: 'online' | 'offline'
}

/**
 * Work in progress that is past its due date and still accepted: the percentage points deducted if it is submitted now.
 * Null for everything else: work that is in time, closed, waiting or done, and tasks without submissions.
 */
export const overdue = (task: Dated, now: number): { deduction: number } | null => {
  const due_at = task.due_at === null ? null : Date.parse(task.due_at)
  const isUnderWay = task.state === 'doing' || task.state === 'returned'
  if (!isUnderWay || task.channel === 'offline' || !isLate(due_at, now)) return null
  if (task.close_at !== null && Date.parse(task.close_at) <= now) return null
  return { deduction: lateDeduction(task, due_at, now) }
}
