import { afterEach, expect, test } from 'vitest'
import { setTimeZone } from './server-clock.ts'
import { dayAfter, daysLater, instantOf, monthsUpTo, wallClock } from './wall-clock.ts'

afterEach(() => setTimeZone('Asia/Shanghai'))

test('ten in the evening is the school’s, wherever the browser is', () => {
  expect(instantOf('2026-11-24T22:00')).toBe('2026-11-24T14:00:00.000Z')
  expect(wallClock(Date.parse('2026-11-24T14:00:00.000Z'))).toBe('2026-11-24T22:00')
})

test('the hour after a change of the clock is found', () => {
  setTimeZone('Europe/Berlin')
  expect(instantOf('2026-03-29T03:30')).toBe('2026-03-29T01:30:00.000Z')
  expect(instantOf('2026-03-29T01:30')).toBe('2026-03-29T00:30:00.000Z')
})

test('an empty field is no date', () => expect(instantOf('')).toBeNull())

test('a day later is the same time of day, also where the clock is changed meanwhile', () => {
  setTimeZone('Europe/Berlin')
  expect(dayAfter('2026-02-28')).toBe('2026-03-01')
  expect(daysLater('2026-03-28T21:00:30.500Z', 1)).toBe('2026-03-29T20:00:30.500Z')
  expect(daysLater('2026-10-26T21:00:00.000Z', -7)).toBe('2026-10-19T20:00:00.000Z')
})

test('the month is the school’s, wherever the browser is', () => {
  // It is already January 1 in Shanghai and still December 31 in London.
  expect(monthsUpTo(Date.parse('2026-12-31T17:00:00Z'), 3)).toEqual(['2027-01', '2026-12', '2026-11'])
  setTimeZone('America/New_York')
  expect(monthsUpTo(Date.parse('2027-01-01T03:00:00Z'), 1)).toEqual(['2026-12'])
})

test('a year whose first digits alone are typed is no date yet', () => {
  for (const typed of ['0002', '0020', '0202']) expect(instantOf(`${typed}-11-24T22:00`)).toBeNull()
  setTimeZone('America/New_York')
  // There it is still the year 999.
  expect(instantOf('1000-01-01T00:00')).toBeNull()
  expect(instantOf('2026-11-24T22:00')).toBe('2026-11-25T03:00:00.000Z')
})
