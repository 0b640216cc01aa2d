import { fail } from '@tongchuang/contract/errors.ts'

/** A stored time in the format of the API; null stays null. */
export const iso: { (ms: number): string; (ms: number | null): string | null } = ((ms: number | null) =>
  ms === null ? null : new Date(ms).toISOString()) as never

/** A moment from the wire (checked by the format `instant`) as it is stored. */
export const ms = (instant: string): number => {
  const value = Date.parse(instant)
  if (Number.isNaN(value))
    throw fail('INVALID', {
      problem: { zh: `「${instant.slice(0, 40)}」不是时间`, en: `"${instant.slice(0, 40)}" is not a time` },
    })
  return value
}

const inZone = (at: number, zone: string) => Temporal.Instant.fromEpochMilliseconds(at).toZonedDateTimeISO(zone)

// Nearly every request asks for today, and asking the calendar costs as much as a query.
let known = { day: '', zone: '', begin: 0, end: 0 }

/** The school's calendar day at a moment: 2026-09-01. */
export const schoolDay = (at: number, zone: string): string => {
  if (zone !== known.zone || at < known.begin || at >= known.end) {
    known = {
      day: inZone(at, zone).toPlainDate().toString(),
      zone,
      begin: startOfDay(at, zone),
      end: startOfDay(at, zone, 1),
    }
  }
  return known.day
}

/** The hour in the school's time zone, 0–23. */
export const schoolHour = (at: number, zone: string): number => inZone(at, zone).hour

/** The minute of the day on the school's clock, 0–1439. */
export const schoolMinute = (at: number, zone: string): number => {
  const { hour, minute } = inZone(at, zone)
  return hour * 60 + minute
}

/** The moment at which the clock of a school's day shows a minute of it, 0–1439. */
export const atSchoolMinute = (day: string, minute: number, zone: string): number =>
  Temporal.PlainDate.from(day)
    .toPlainDateTime({ hour: Math.floor(minute / 60), minute: minute % 60 })
    .toZonedDateTime(zone).epochMilliseconds

/** The first moment of the school's day, `days` days later or (negative) earlier. */
export const startOfDay = (at: number, zone: string, days = 0): number =>
  inZone(at, zone).startOfDay().add({ days }).startOfDay().epochMilliseconds

/** The last millisecond of the school's day, `days` days later or earlier. */
export const endOfDay = (at: number, zone: string, days = 0): number => startOfDay(at, zone, days + 1) - 1

/** The first moment of the school's week, which begins on Monday, `weeks` weeks later or earlier. */
export const startOfWeek = (at: number, zone: string, weeks = 0): number =>
  startOfDay(at, zone, 1 - inZone(at, zone).dayOfWeek + 7 * weeks)

/** The first moment of the school's month, `months` months later or earlier. */
export const startOfMonth = (at: number, zone: string, months = 0): number =>
  inZone(at, zone).with({ day: 1 }).add({ months }).startOfDay().epochMilliseconds

/** The same time of day, `days` days later: unchanged on the clock across a change to or from summer time. */
export const addDays = (at: number, zone: string, days: number): number =>
  inZone(at, zone).add({ days }).epochMilliseconds

/** A moment on the school's clock, as people write it: `2026-09-01 08:00`; null stays null. */
export const onWall: { (at: number, zone: string): string; (at: number | null, zone: string): string | null } = ((
  at: number | null,
  zone: string,
) =>
  at === null
    ? null
    : inZone(at, zone).toPlainDateTime().toString({ smallestUnit: 'minute' }).replace('T', ' ')) as never

/**
 * A date that shows the school’s clock in the time zone of this process: for file formats that store the time of day
 * without a zone.
 */
export const asLocalTime = (at: number, zone: string): Date => {
  const { year, month, day, hour, minute, second } = inZone(at, zone)
  return new Date(year, month - 1, day, hour, minute, second)
}

/** Converts a local time of the school, `2026-09-01T08:00`, to a timestamp. */
export const fromWall = (wall: string, zone: string): number =>
  Temporal.PlainDateTime.from(wall).toZonedDateTime(zone).epochMilliseconds
