/** A day of the school, 2026-11-21, as a date whose UTC day it is. */
export const utcDay = (day: string): Date => new Date(`${day}T00:00:00Z`)

/** The shade of a day: 0 for nothing done, then one thing, two or three, more. */
export const shade = (count: number): 0 | 1 | 2 | 3 => {
  if (count <= 0) return 0
  if (count === 1) return 1
  return count <= 3 ? 2 : 3
}
