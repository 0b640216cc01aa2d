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
