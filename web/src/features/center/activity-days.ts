const dayMs = 86_400_000

/** A day of the school, 2026-11-21, as a date whose UTC day it is. */
export const utcDay = (day: string): Date => new Date(`${day}T00:00:00Z`)

/** The day `days` before another. */
export const dayBefore = (day: string, days: number): string =>
  new Date(utcDay(day).getTime() - days * dayMs).toISOString().slice(0, 10)

/** The shade of a day: 0 for nothing done, then one thing, two or three, more. */
export const shade = (count: number): 0 | 1 | 2 | 3 => {
  if (count <= 0) return 0
  if (count === 1) return 1
  return count <= 3 ? 2 : 3
}

/** The length of the longest run of consecutive days. */
export const longestRun = (days: readonly string[]): number => {
  let longest = 0
  let run = 0
  for (const [index, day] of days.entries()) {
    run = index > 0 && days[index - 1] === dayBefore(day, 1) ? run + 1 : 1
    longest = Math.max(longest, run)
  }
  return longest
}
