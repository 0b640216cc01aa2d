import { expect, test } from 'vitest'
import { dayBefore, longestRun, shade } from './activity-days.ts'

test('days are counted back over months, years and the leap day', () => {
  expect([dayBefore('2026-03-01', 1), dayBefore('2028-03-01', 1), dayBefore('2026-01-01', 1)]).toEqual([
    '2026-02-28',
    '2028-02-29',
    '2025-12-31',
  ])
})

test('the longest run of active days ends with the first day without activity', () => {
  expect(longestRun([])).toBe(0)
  expect(longestRun(['2026-10-31', '2026-11-01', '2026-11-03'])).toBe(2)
})

test('a day with more activity has a darker square', () => {
  expect([0, 1, 2, 3, 4, 90].map(shade)).toEqual([0, 1, 2, 2, 3, 3])
})
