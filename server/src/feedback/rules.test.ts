import { expect, test } from 'vitest'
import { isDue, periodOf, summariesFor } from './rules.ts'

const day = 24 * 3_600_000
const ends = Date.parse('2026-10-31T16:00:00.000Z')

test('a student is reminded in the last week of a month, as long as an assistant has nothing of theirs', () => {
  const asked = { now: ends - 7 * day, ends, assistants: [1, 2], given: [1] }
  expect(isDue(asked)).toBe(true)
  expect(isDue({ ...asked, now: ends - 7 * day - 1 })).toBe(false)
  expect(isDue({ ...asked, given: [2, 1] })).toBe(false)
  expect(isDue({ ...asked, assistants: [] })).toBe(false)
})

const given = (period: string, ratings: readonly (number | null)[]) =>
  ratings.map((rating, at) => ({ period, rating, comment: `${period} ${at}`, shuffle: 9 - at, id: at }))

test('an assistant reads months that are over and that three students answered, the latest first', () => {
  const all = [...given('2026-08', [5, 4, 4]), ...given('2026-09', [5, 5]), ...given('2026-07', [3, 3, 3])]
  expect(summariesFor([...all, ...given('2026-10', [1, 1, 1])], periodOf('2026-10-12'))).toMatchObject([
    { period: '2026-08', answered: 3, average: 4.3 },
    { period: '2026-07', answered: 3, average: 3 },
  ])
})

test('what was written comes in an order that tells nobody who wrote first', () => {
  expect(summariesFor(given('2026-08', [5, 4, 3]), '2026-09')[0]?.comments).toEqual([
    '2026-08 2',
    '2026-08 1',
    '2026-08 0',
  ])
})

test('of an erased student the assistant reads no empty line, and the others as before', () => {
  const [first, ...others] = given('2026-08', [5, 4, 3])
  const [summary] = summariesFor([{ ...first!, comment: '' }, ...others], '2026-09')
  expect([summary?.answered, summary?.average, summary?.comments.length]).toEqual([3, 4, 2])
})

test('of fewer than three stars there is no average', () => {
  expect(summariesFor(given('2026-08', [5, 4, null]), '2026-09')).toMatchObject([{ answered: 3, average: null }])
})
