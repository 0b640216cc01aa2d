import { expect, test } from 'vitest'
import { mostUrgent, openCount } from './rules.ts'

const bare = {
  status: 'open',
  open_at: null,
  due_at: null,
  close_at: null,
  closed_at: null,
  late_rule: 'mark',
  late_percent: 10,
  late_cap: 30,
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
    close_at: null,
    late_rule: 'mark',
    late_percent: 10,
    late_cap: 30,
  })
  expect(mostUrgent(tasks.slice(0, 1), 100)).toMatchObject({ task_id: 1, due_at: null })
  expect(mostUrgent(tasks.slice(3, 4), 100)).toBeNull()
})

test('open is what the clock says, not what was last written down', () => {
  const scheduled = { ...bare, status: 'scheduled' as const, open_at: 50 }
  expect([49, 50].map((now) => openCount([scheduled, { ...bare, close_at: 50 }], now))).toEqual([1, 1])
  expect(openCount([{ ...bare, status: 'closed' }], 0)).toBe(0)
})
