import { expect, test } from 'vitest'
import { afterLateness, percentOfCriteria, percentOfScore, rescaled, twoDecimals, weightOf } from './percent.ts'

const criteria = [
  { id: 1, weight: 40 },
  { id: 2, weight: 30 },
  { id: 3, weight: 30 },
]

test.each([
  [{ 1: 5, 2: 5, 3: 5 }, 100],
  [{ 1: 1, 2: 1, 3: 1 }, 20],
  [{ 1: 5, 2: 3, 3: 4 }, 82],
  [{ 1: 0, 2: 0, 3: 0 }, 0],
])('levels %j of weights 40, 30, 30 are %d percent', (levels, percent) => {
  expect(percentOfCriteria(criteria, levels)).toBe(percent)
})

test('there is no percent while a criterion is not judged', () => {
  expect(percentOfCriteria(criteria, { 1: 5, 3: 4 })).toBeNull()
})

test('36 of 40 is 90 percent, a third has two decimals, and what is off the scale is none', () => {
  expect([percentOfScore(36, 40), percentOfScore(1, 3), percentOfScore(41, 40), percentOfScore(-1, 40)]).toEqual([
    90,
    33.33,
    null,
    null,
  ])
})

test('lateness takes points, never below nothing', () => {
  expect([afterLateness(90, 10), afterLateness(33.33, 0.1), afterLateness(6, 10)]).toEqual([80, 33.23, 0])
})

test('a score of 40 full marks is converted to 100, and stays the same for 40', () => {
  expect(rescaled(36, { from: 40, to: 100 })).toBe(90)
  expect(rescaled(33.33, { from: 100, to: 3 })).toBe(1)
  expect(rescaled(36.125, { from: 40, to: 40 })).toBe(36.125)
})

test('the weights of a task add up, and points are told to two decimals', () => {
  expect([weightOf(criteria), weightOf([])]).toEqual([100, 0])
  expect([10 / 3, 1.005, 0.1 + 0.2].map(twoDecimals)).toEqual([3.33, 1, 0.3])
})
