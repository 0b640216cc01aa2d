/** What a task does with late work; percents are percentage points. */
export type LateRule = { late_rule: 'refuse' | 'mark' | 'percent'; late_percent: number; late_cap: number }

const dayMs = 24 * 3_600_000

/** At 20:00:00 a work due at 20:00 is late. Both are milliseconds since 1970; `due_at` null: never. */
export const isLate = (due_at: number | null, at: number): boolean => due_at !== null && at >= due_at

/** Percentage points a work handed in at `at` loses: so many for each started day, up to the cap (docs/rules.md). */
export const lateDeduction = (
  { late_rule, late_percent, late_cap }: LateRule,
  due_at: number | null,
  at: number,
): number => {
  if (late_rule !== 'percent' || due_at === null || !isLate(due_at, at)) return 0
  const startedDays = Math.floor((at - due_at) / dayMs) + 1
  return Math.min(startedDays * late_percent, late_cap)
}

/** Work of a student with the dates that hold for them, as the wire says them. */
export type Dated = LateRule & {
  state: string
  due_at: string | null
  close_at: string | null
  channel?: 'online' | 'offline'
}

/**
 * Work under way past its due date that is still taken: the percentage points handing it in now costs. Null for
 * anything else: what is in time, over, waiting or done, and where nothing is handed in.
 */
export const overdue = (task: Dated, now: number): { deduction: number } | null => {
  const due_at = task.due_at === null ? null : Date.parse(task.due_at)
  const isUnderWay = task.state === 'doing' || task.state === 'returned'
  if (!isUnderWay || task.channel === 'offline' || !isLate(due_at, now)) return null
  if (task.close_at !== null && Date.parse(task.close_at) <= now) return null
  return { deduction: lateDeduction(task, due_at, now) }
}
