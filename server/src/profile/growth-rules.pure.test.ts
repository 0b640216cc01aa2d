import { expect, test } from 'vitest'
import { activeDays, longestRun, since, type DayOfWork } from './growth-rules.ts'

test('the longest run is of days that follow each other, over the end of a month too', () => {
  expect(longestRun([])).toBe(0)
  expect(longestRun(['2026-09-29', '2026-09-30', '2026-10-01', '2026-10-03', '2026-10-04'])).toBe(3)
  expect(longestRun(['2026-10-01', '2026-10-03'])).toBe(1)
})

const days: DayOfWork[] = [
  { day: '2026-10-01', active: true, submissions: 2, posts: 1, points: 12 },
  { day: '2026-10-02', active: false, submissions: 0, posts: 0, points: 30 },
  { day: '2026-10-03', active: true, submissions: 0, posts: 0, points: 1 },
]

test('a day on which somebody only accepted a task was active all the same; one of results alone was not', () => {
  expect(activeDays(days)).toEqual([
    { day: '2026-10-01', count: 3 },
    { day: '2026-10-03', count: 1 },
  ])
})

test('a week has what its days earned, the first one too', () => {
  expect(since(days, '2026-10-02')).toEqual({ points: 31, submissions: 0, posts: 0 })
  expect(since(days, '2026-10-01')).toEqual({ points: 43, submissions: 2, posts: 1 })
})
