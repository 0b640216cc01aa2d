import { describe, expect, test } from 'vitest'
import { levels } from '../default-levels.ts'
import { allowedPoints, dayCap, dayNumber, levelOf, toNextLevel, type DayAward } from './rules.ts'

const times = (count: number, kind: string, points: number): DayAward[] =>
  Array.from({ length: count }, () => ({ kind, points }))

describe('the limits of a day', () => {
  test.each([
    ['the fifth post earns', 'discuss', 2, times(4, 'discuss', 2), 2],
    ['the sixth does not', 'discuss', 2, times(5, 'discuss', 2), 0],
    [
      'one whose like was taken back leaves its place',
      'liked',
      1,
      [...times(9, 'liked', 1), ...times(3, 'liked', 0)],
      1,
    ],
    ['the eleventh like earns nothing', 'liked', 1, times(10, 'liked', 1), 0],
    ['the fourth answer earns nothing', 'answered', 5, times(3, 'answered', 5), 0],
    ['80 can be reached', 'submit_first', 10, times(7, 'submit_first', 10), 10],
    [
      'what would pass 80 earns nothing, not a part',
      'submit_first',
      10,
      [...times(7, 'submit_first', 10), ...times(1, 'active_day', 1)],
      0,
    ],
    ['passing is outside of the cap', 'pass', 50, times(8, 'submit_first', 10), 50],
    ['being picked is outside of the cap', 'featured', 30, times(8, 'submit_first', 10), 30],
    ['and neither uses it up', 'submit_first', 10, [...times(9, 'pass', 50), ...times(2, 'featured', 30)], 10],
    [
      'what is taken back today makes no room for more',
      'submit_first',
      10,
      [...times(8, 'submit_first', 10), { kind: 'submit_first', points: -10 }],
      0,
    ],
  ] as const)('%s', (_what, kind, points, today, earned) => expect(allowedPoints(kind, points, today)).toBe(earned))

  test('the cap is 80', () => expect(dayCap).toBe(80))
})

test.each([
  [0, 1, 30],
  [29, 1, 1],
  [30, 2, 70],
  [99, 2, 1],
  [100, 3, 400],
  [499, 3, 1],
  [500, 4, 500],
  [1000, 5, 1000],
  [2000, 6, 1000],
  [3000, 7, 2000],
  [5000, 8, 3000],
  [8000, 9, 2000],
  [9999, 9, 1],
  [10_000, 10, null],
  [99_999, 10, null],
])('%i experience is level %i, %j to go', (experience, level, missing) => {
  expect([levelOf(experience, levels), toNextLevel(experience, levels)]).toEqual([level, missing])
})

test('a school day is numbered by its date', () => expect(dayNumber('2026-10-12')).toBe(20_261_012))
