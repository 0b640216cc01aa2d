import { afterEach, expect, test } from 'vitest'
import { setTimeZone } from './server-clock.ts'
import { instantOf, wallClock } from './wall-clock.ts'

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
