import { expect, test } from 'vitest'
import { dayLater, longestRun } from './days.ts'

test('days are counted over months, years and the leap day', () => {
  expect([dayLater('2026-03-01', -1), dayLater('2028-03-01', -1), dayLater('2026-12-31', 1)]).toEqual([
    '2026-02-28',
    '2028-02-29',
    '2027-01-01',
  ])
})

test('the longest run of active days ends with the first day without activity', () => {
  expect(longestRun([])).toBe(0)
  expect(longestRun(['2026-10-01', '2026-10-03'])).toBe(1)
  expect(longestRun(['2026-09-29', '2026-09-30', '2026-10-01', '2026-10-03', '2026-10-04'])).toBe(3)
})
