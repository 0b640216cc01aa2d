/** A school day with some activity, and its counts. */
export type DayOfWork = { day: string; active: boolean; submissions: number; posts: number; points: number }

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
