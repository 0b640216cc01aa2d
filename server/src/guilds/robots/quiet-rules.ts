import { dayLater } from '@tongchuang/contract/rules/days.ts'
import { atSchoolMinute, schoolDay, schoolMinute } from '../../db/time.ts'

const minuteMs = 60_000
type Quiet = { quiet_from: number; quiet_until: number }

const isWithin = (minute: number, { quiet_from, quiet_until }: Quiet): boolean => {
  if (quiet_from === quiet_until) return false
  if (quiet_from < quiet_until) return minute >= quiet_from && minute < quiet_until
  return minute >= quiet_from || minute < quiet_until
}

/** The end of the quiet hours that contain an instant; null where none do. */
export const quietEnd = (at: number, zone: string, quiet: Quiet): number | null => {
  if (!isWithin(schoolMinute(at, zone), quiet)) return null
  const day = schoolDay(at, zone)
  const today = atSchoolMinute(day, quiet.quiet_until, zone)
  return today > at ? today : atSchoolMinute(dayLater(day, 1), quiet.quiet_until, zone)
}

/** The number of consecutive failures after which a robot is switched off automatically. */
export const mostFailures = 20

/** How long a robot waits after so many failures: a minute at first, twice as long each time, half an hour at most. */
export const pauseAfter = (failures: number): number => Math.min(2 ** Math.max(0, failures - 1), 30) * minuteMs

/** The longest pause, in milliseconds, that a platform may ask for. */
export const longestPauseMs = 3_600_000

/** How long a robot waits whose address the secret of the server does not open. */
export const pauseWithoutSecret = 5 * minuteMs

/** The most messages a robot sends within a minute: the platforms accept twenty, and two are left for tests. */
export const mostAMinute = 18
