import { expect, test } from 'vitest'
import { addDays, endOfDay, fromWall, iso, ms, schoolDay, startOfDay, startOfMonth, startOfWeek } from './time.ts'

const SHANGHAI = 'Asia/Shanghai'
const BERLIN = 'Europe/Berlin'

test('a moment survives being written as ISO-8601 and read back', () => {
  expect(iso(ms('2026-12-03T14:00:00.000Z'))).toBe('2026-12-03T14:00:00.000Z')
  expect(iso(null)).toBeNull()
  expect(() => ms('soon')).toThrow('INVALID')
})

test('a day at school begins and ends by the clock on its wall', () => {
  const lateEvening = ms('2026-10-12T15:59:59.999Z')
  expect(schoolDay(lateEvening, SHANGHAI)).toBe('2026-10-12')
  expect(schoolDay(lateEvening + 1, SHANGHAI)).toBe('2026-10-13')
  expect(iso(startOfDay(lateEvening, SHANGHAI))).toBe('2026-10-11T16:00:00.000Z')
  expect(endOfDay(lateEvening, SHANGHAI)).toBe(lateEvening)
  expect(iso(startOfDay(lateEvening, SHANGHAI, 1))).toBe('2026-10-12T16:00:00.000Z')
})

test('a week begins on Monday, a month on the first', () => {
  for (const day of ['2026-10-12', '2026-10-15', '2026-10-18'])
    expect(schoolDay(startOfWeek(fromWall(`${day}T12:00`, SHANGHAI), SHANGHAI), SHANGHAI)).toBe('2026-10-12')
  expect(schoolDay(startOfWeek(fromWall('2026-10-18T23:59', SHANGHAI), SHANGHAI, 1), SHANGHAI)).toBe('2026-10-19')
  expect(iso(startOfMonth(fromWall('2026-10-18T12:00', SHANGHAI), SHANGHAI, -9))).toBe('2025-12-31T16:00:00.000Z')
})

test('where clocks change, a day may have 25 hours and a deadline keeps its time on the wall', () => {
  const sunday = fromWall('2026-10-25T12:00', BERLIN)
  expect(endOfDay(sunday, BERLIN) + 1 - startOfDay(sunday, BERLIN)).toBe(25 * 3_600_000)
  expect(addDays(fromWall('2026-10-24T20:00', BERLIN), BERLIN, 1)).toBe(fromWall('2026-10-25T20:00', BERLIN))
})
