import { expect, test } from 'vitest'
import { deductionAt } from './late.ts'

const due = Date.parse('2026-12-03T14:00:00Z')
const day = 24 * 3600_000
const rule = { due_at: new Date(due).toISOString(), late_rule: 'percent' as const, late_percent: 10, late_cap: 25 }

test.each([
  ['a second before', -1000, 0],
  ['on the second', 0, 10],
  ['a day later but for a second', day - 1000, 10],
  ['a day later', day, 20],
  ['as long after as one likes', 9 * day, 25],
])('handing in %s is warned of what the server takes', (_, after, points) => {
  expect(deductionAt(rule, due + after)).toBe(points)
})

test('nothing is taken where lateness is only marked, or there is no deadline', () => {
  expect(deductionAt({ ...rule, late_rule: 'mark' }, due + day)).toBe(0)
  expect(deductionAt({ ...rule, due_at: null }, due + day)).toBe(0)
})
