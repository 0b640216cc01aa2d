/** The calendar day `days` days later or (negative) earlier; days are written 2026-11-21. */
export const dayLater = (day: string, days: number): string =>
  new Date(Date.parse(day) + days * 86_400_000).toISOString().slice(0, 10)

/** The length of the longest run of consecutive days, which are in order. */
export const longestRun = (days: readonly string[]): number => {
  let longest = 0
  let run = 0
  for (const [index, day] of days.entries()) {
    run = index > 0 && days[index - 1] === dayLater(day, -1) ? run + 1 : 1
    longest = Math.max(longest, run)
  }
  return longest
}
