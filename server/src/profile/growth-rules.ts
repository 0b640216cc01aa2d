import { dayLater } from '../db/time.ts'

/** A school day with some activity, and its counts. */
export type DayOfWork = { day: string; active: boolean; submissions: number; posts: number; points: number }

/** The length of the longest run of consecutive days. */
export const longestRun = (days: readonly string[]): number => {
  let longest = 0
  let run = 0
  for (const [index, day] of days.entries()) {
    run = index > 0 && days[index - 1] === dayLater(day, -1) ? run + 1 : 1
    longest = Math.max(longest, run)
  }
  return longest
}

/** The active days with the amount of work on each: at least 1, for the act that made the day active. */
export const activeDays = (days: readonly DayOfWork[]): { day: string; count: number }[] =>
  days
    .filter(({ active }) => active)
    .map(({ day, submissions, posts }) => ({ day, count: Math.max(1, submissions + posts) }))

/** Sums the days from a given one on. */
export const since = (
  days: readonly DayOfWork[],
  first: string,
): { points: number; submissions: number; posts: number } => {
  const week = days.filter(({ day }) => day >= first)
  const sum = (of: (day: DayOfWork) => number) => week.reduce((total, day) => total + of(day), 0)
  return {
    points: sum(({ points }) => points),
    submissions: sum(({ submissions }) => submissions),
    posts: sum(({ posts }) => posts),
  }
}
