import { timeZone } from './server-clock.ts'

/** What the clock on the school's wall shows at an instant, as a `datetime-local` field writes it: 2026-11-24T22:00. */
export const wallClock = (ms: number): string => {
  const parts = new Intl.DateTimeFormat('sv-SE', {
    timeZone: timeZone(),
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
  }).format(ms)
  return parts.replace(' ', 'T')
}

/**
 * The instant at which the school's clock shows it, null for what is no date or a year whose first digits alone are
 * typed; a browser in another zone changes nothing.
 */
export const instantOf = (wall: string): string | null => {
  // While somebody types 2026 the field says 0002, 0020 and 0202.
  const asUtc = /^[1-9]\d{3}-/.test(wall) ? Date.parse(`${wall}:00Z`) : Number.NaN
  if (Number.isNaN(asUtc)) return null
  // The second step is for the hours around a change of the clock.
  const shifted = asUtc - (Date.parse(`${wallClock(asUtc)}:00Z`) - asUtc)
  // In the first hours of the year 1000 it may still be 999 there, which the clock writes with three digits.
  if (Number.isNaN(shifted)) return null
  const instant = shifted - (Date.parse(`${wallClock(shifted)}:00Z`) - asUtc)
  return Number.isNaN(instant) ? null : new Date(instant).toISOString()
}

const dayMs = 24 * 3_600_000

/** The day (2026-11-24) so many days after another, whatever the clock does meanwhile. */
export const dayAfter = (day: string, days = 1): string =>
  new Date(Date.parse(`${day}T00:00:00Z`) + days * dayMs).toISOString().slice(0, 10)

/** The same time of day so many days later: where the clock is changed between, a day has 23 or 25 hours. */
export const daysLater = (instant: string, days: number): string => {
  const ms = Date.parse(instant)
  const [day = '', time = ''] = wallClock(ms).split('T')
  // What a wall clock does not show: seconds.
  const within = ms % 60_000
  return new Date(Date.parse(instantOf(`${dayAfter(day, days)}T${time}`) ?? instant) + within).toISOString()
}

/** The month (2026-11) it is at an instant on the school's wall, and those before it, the newest first. */
export const monthsUpTo = (ms: number, count: number): string[] => {
  const [year = 0, month = 1] = wallClock(ms).split('-').map(Number)
  return Array.from({ length: count }, (_, back) =>
    new Date(Date.UTC(year, month - 1 - back, 1)).toISOString().slice(0, 7),
  )
}
