import { timeZone } from './server-clock.ts'

/** The time by the school's clock at an instant, as a `datetime-local` field writes it: 2026-11-24T22:00. */
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
 * The instant of a wall-clock time in the school's zone, whatever the browser's zone; null for an invalid date or an
 * incomplete year.
 */
export const instantOf = (wall: string): string | null => {
  // While 2026 is being typed, the field holds 0002, 0020 and 0202.
  const asUtc = /^[1-9]\d{3}-/.test(wall) ? Date.parse(`${wall}:00Z`) : Number.NaN
  if (Number.isNaN(asUtc)) return null
  // The second step corrects the hours around a daylight-saving change.
  const shifted = asUtc - (Date.parse(`${wallClock(asUtc)}:00Z`) - asUtc)
  // In another zone the first hours of the year 1000 are in the year 999, which is formatted with three digits.
  if (Number.isNaN(shifted)) return null
  const instant = shifted - (Date.parse(`${wallClock(shifted)}:00Z`) - asUtc)
  return Number.isNaN(instant) ? null : new Date(instant).toISOString()
}

const dayMs = 24 * 3_600_000

/** The day (2026-11-24) `days` after another, whatever clock changes happen in between. */
export const dayAfter = (day: string, days = 1): string =>
  new Date(Date.parse(`${day}T00:00:00Z`) + days * dayMs).toISOString().slice(0, 10)

/** The same time of day `days` later; across a daylight-saving change a day has 23 or 25 hours. */
export const daysLater = (instant: string, days: number): string => {
  const ms = Date.parse(instant)
  const [day = '', time = ''] = wallClock(ms).split('T')
  // The seconds, which a wall-clock time does not contain.
  const within = ms % 60_000
  return new Date(Date.parse(instantOf(`${dayAfter(day, days)}T${time}`) ?? instant) + within).toISOString()
}

/** The month (2026-11) of an instant in the school's zone and the months before it, the newest first. */
export const monthsUpTo = (ms: number, count: number): string[] => {
  const [year = 0, month = 1] = wallClock(ms).split('-').map(Number)
  return Array.from({ length: count }, (_, back) =>
    new Date(Date.UTC(year, month - 1 - back, 1)).toISOString().slice(0, 7),
  )
}
