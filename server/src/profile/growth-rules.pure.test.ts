import { expect, test } from 'vitest'
import { activeDays, since, type DayOfWork } from './growth-rules.ts'

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
