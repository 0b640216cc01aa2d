import { expect, test } from 'vitest'
import { isLate, lateDeduction, overdue } from './lateness.ts'

const day = 24 * 3_600_000
const due = Date.parse('2026-10-12T12:00:00.000Z')
const rule = { late_rule: 'percent', late_percent: 10, late_cap: 35 } as const

test.each([
  ['a moment before', -1, false, 0],
  ['on the second', 0, true, 10],
  ['a day later but for a moment', day - 1, true, 10],
  ['a day later', day, true, 20],
  ['as long after as one likes', 9 * day, true, 35],
])('handing in %s costs what the task says', (_, after, late, points) => {
  expect(isLate(due, due + after)).toBe(late)
  expect(lateDeduction(rule, due, due + after)).toBe(points)
})

test('nothing is deducted if lateness is only marked, or if there is no due date', () => {
  expect(lateDeduction({ ...rule, late_rule: 'mark' }, due, due + day)).toBe(0)
  expect(lateDeduction(rule, null, due)).toBe(0)
  expect(isLate(null, due)).toBe(false)
})

const at = (ms: number) => new Date(ms).toISOString()
const work = { ...rule, state: 'doing', due_at: at(due), close_at: at(due + 3 * day) }

test('work under way is overdue from its due date to its close, and every page reads the same cost', () => {
  expect(overdue(work, due - 1)).toBeNull()
  expect(overdue(work, due)).toEqual({ deduction: 10 })
  expect(overdue(work, due + 2 * day)).toEqual({ deduction: 30 })
  expect(overdue({ ...work, late_rule: 'mark' }, due)).toEqual({ deduction: 0 })
  expect(overdue({ ...work, close_at: null }, due + 9 * day)).toEqual({ deduction: 35 })
  expect(overdue(work, due + 3 * day)).toBeNull()
})

test('what is handed in, not begun or without a due date is not overdue', () => {
  for (const state of ['submitted', 'available', 'passed', 'expired'])
    expect(overdue({ ...work, state }, due + 1)).toBeNull()
  expect(overdue({ ...work, due_at: null }, due + 1)).toBeNull()
})
