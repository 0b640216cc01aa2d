import { expect, test } from 'vitest'
import { isMissing, mostUrgent, openCount, termAt } from './rules.ts'

const yearly = [
  { name: '上', begin: '09-01', end: '01-31' },
  { name: '下', begin: '02-01', end: '08-31' },
]

test.each([
  ['2026-09-01', { name: '上', begin: '2026-09-01', end: '2027-01-31' }],
  ['2027-01-31', { name: '上', begin: '2026-09-01', end: '2027-01-31' }],
  ['2027-02-01', { name: '下', begin: '2027-02-01', end: '2027-08-31' }],
])('on %s it is the term %j', (day, term) => {
  expect(termAt(yearly, day)).toEqual(term)
})

test('between dated terms there is none', () => {
  const dated = [{ name: '秋', begin: '2026-09-01', end: '2026-12-31' }]
  expect([termAt(dated, '2026-12-31')?.name, termAt(dated, '2027-01-01')]).toEqual(['秋', null])
})

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

test('the most urgent task is the one due first by the dates that hold for the student; what is over is none', () => {
  const tasks = [
    { ...bare, ...row, task_id: 1, title: '没有期限' },
    { ...bare, ...row, task_id: 2, title: '延期了', due_at: 5, extended_until: 900 },
    { ...bare, ...row, task_id: 3, title: '最急', due_at: 800 },
    { ...bare, ...row, task_id: 4, title: '已关闭', due_at: 10, close_at: 20 },
    { ...bare, ...row, task_id: 5, title: '退回', state: 'returned' as const, due_at: 1, return_due_at: 850 },
  ]
  expect(mostUrgent(tasks, 100)).toEqual({
    task_id: 3,
    title: '最急',
    state: 'doing',
    due_at: '1970-01-01T00:00:00.800Z',
  })
  expect(mostUrgent(tasks.slice(0, 1), 100)).toMatchObject({ task_id: 1, due_at: null })
  expect(mostUrgent(tasks.slice(3, 4), 100)).toBeNull()
})

test('open is what the clock says, not what was last written down', () => {
  const scheduled = { ...bare, status: 'scheduled' as const, open_at: 50 }
  expect([49, 50].map((now) => openCount([scheduled, { ...bare, close_at: 50 }], now))).toEqual([1, 1])
  expect(openCount([{ ...bare, status: 'closed' }], 0)).toBe(0)
})

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
