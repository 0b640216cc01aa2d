import { expect, test } from 'vitest'
import { isMissing } from './missing-rules.ts'

const bare = {
  status: 'open',
  open_at: null,
  due_at: null,
  close_at: null,
  closed_at: null,
  late_rule: 'mark',
  pass_line: 60,
} as const
const row = {
  state: 'doing',
  extended_until: null,
  return_due_at: null,
  reopened_from: null,
  percent_final: null,
} as const

const hours = 3_600_000
const main = { ...bare, type: 'main', close_at: 100 * hours } as const

test.each<[string, Parameters<typeof isMissing>[1], number, boolean]>([
  ['never taken by somebody who was here for 48 hours', { state: 'expired', row: null }, 52 * hours, true],
  ['never taken by somebody who came later', { state: 'expired', row: null }, 52 * hours + 1, false],
  ['taken and expired', { state: 'expired', row }, 99 * hours, true],
  ['expired after a return', { state: 'expired', row: { ...row, return_due_at: 99 * hours } }, 0, false],
  ['given up and over', { state: 'aborted', row }, 0, true],
  ['passed', { state: 'passed', row }, 0, false],
])('a main task %s is missing or not', (_what, seen, joined_at, missing) => {
  expect(isMissing(main, seen, joined_at, 101 * hours)).toBe(missing)
  expect(isMissing({ ...main, type: 'side' }, seen, joined_at, 101 * hours)).toBe(false)
})

test('a main task given up while it is still open is not missing yet', () => {
  expect(isMissing(main, { state: 'aborted', row }, 0, 99 * hours)).toBe(false)
})
