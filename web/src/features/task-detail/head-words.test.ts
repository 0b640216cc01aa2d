import { studentTask } from '@tongchuang/contract/student-task.ts'
import { sampleOf } from '@tongchuang/contract/testing/sample.ts'
import { expect, test } from 'vitest'
import { taskDetail } from '../../locales/zh-CN/task-detail.ts'
import { tasks } from '../../locales/zh-CN/tasks.ts'
import { headWords } from './head-words.ts'
import type { StudentTask } from '../../queries/student-task.ts'

/** Thursday 3 December 2026, 17:00 in Shanghai. */
const now = Date.parse('2026-12-03T09:00:00Z')
const headOf = (task: Partial<StudentTask['task']>, can: Partial<StudentTask['can']> = {}) =>
  headWords(
    sampleOf(studentTask.detail.output, {
      task: {
        state: 'doing',
        due_at: '2026-12-03T14:00:00Z',
        last_at: '2026-12-03T14:00:00Z',
        difficulty: 2,
        capacity: null,
        accepted_count: 0,
        late_rule: 'percent',
        late_percent: 30,
        late_cap: 90,
        ...task,
        close_at: task.last_at ?? null,
      },
      enrolment: null,
      feedback: [],
      can: { submit: true, accept: false, ...can },
    }),
    { taskDetail, tasks },
    'zh-CN',
    now,
  )

test('the head of a task says its deadline as a day and an hour, and what is left', () => {
  expect(headOf({})).toEqual({
    main: '12月3日 周四 22:00截止',
    more: ['还剩5小时', '通过得20经验'],
    leafAt: '2026-12-03T14:00:00Z',
  })
  expect(headOf({ state: 'available', capacity: 30, accepted_count: 28 }, { accept: true }).more).toEqual([
    '还剩5小时',
    '通过得20经验',
    '名额还有2个',
  ])
  expect(headOf({ due_at: '2026-12-20T14:00:00Z', last_at: null })).toMatchObject({
    main: '12月20日 周日 22:00截止',
    more: ['还剩17天', '通过得20经验'],
  })
})

test('after the deadline it says what that costs and until when one may still hand in, and that it is over once that has passed', () => {
  const due_at = '2026-12-03T08:00:00Z'
  expect(headOf({ due_at, last_at: '2026-12-04T14:00:00Z' })).toEqual({
    main: '已截止，现在交扣30%',
    more: ['12月3日 周四 16:00截止', '12月4日 周五 22:00停止提交'],
    leafAt: due_at,
    isLate: true,
  })
  expect(headOf({ due_at, last_at: due_at })).toMatchObject({ main: '已停止提交', more: ['12月3日 周四 16:00截止'] })
})

test('what has been handed in still says when it was due; without a deadline nothing is left of it', () => {
  expect(headOf({ state: 'submitted' }).more).toEqual(['12月3日 周四 22:00截止'])
  expect(headOf({ due_at: null, last_at: null })).toMatchObject({
    main: '没有期限',
    more: ['通过得20经验'],
    leafAt: null,
  })
})
