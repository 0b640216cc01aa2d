import { tasks as calls, type TaskCard } from '@tongchuang/contract/tasks.ts'
import { sampleOf } from '@tongchuang/contract/testing/sample.ts'
import { expect, test } from 'vitest'
import { square } from '../../locales/zh-CN/square.ts'
import { tasks } from '../../locales/zh-CN/tasks.ts'
import { lateOf, leafOfTask, leftOf, shortWhenOf, standingOf, whenOf } from './wording.ts'

/** Thursday 3 December 2026, 17:00 in Shanghai. */
const now = Date.parse('2026-12-03T09:00:00Z')
const words = { texts: square, tasks, language: 'zh-CN', now } as const
const card = (part: Partial<TaskCard>) =>
  sampleOf(calls.listByGuild.output.properties.list.items, {
    type: 'main',
    state: 'doing',
    due_at: '2026-12-03T14:00:00Z',
    ...part,
  })

test('a deadline on a card is a day and an hour, near or far, over or not', () => {
  expect(whenOf(card({}), words)).toBe('12月3日 周四 22:00截止')
  expect(whenOf(card({ due_at: '2026-12-03T08:59:00Z' }), words)).toBe('12月3日 周四 16:59截止')
  expect(whenOf(card({ due_at: '2027-01-20T14:00:00Z' }), words)).toBe('2027年1月20日 周三 22:00截止')
  expect(shortWhenOf(card({}), words)).toBe('12月3日 22:00截止')
})

test('a card says how much time is left while the task is to be handed in and not yet due', () => {
  expect(leftOf(card({}), words)).toBe('还剩5小时')
  expect(leftOf(card({ state: 'returned' }), words)).toBe('还剩5小时')
  expect(leftOf(card({ state: 'submitted' }), words)).toBeNull()
  expect(leftOf(card({ due_at: '2026-12-03T08:59:00Z' }), words)).toBeNull()
})

test('a task without a deadline says so', () => {
  expect(whenOf(card({ due_at: null }), words)).toBe(square.card.noDue)
  expect(whenOf(card({ due_at: null, type: 'daily' }), words)).toBe(square.card.daily)
  expect(leftOf(card({ due_at: null }), words)).toBeNull()
})

test('work under way past its due date says what that costs, on an amber leaf; what is handed in does not', () => {
  const late = card({
    due_at: '2026-12-03T08:00:00Z',
    close_at: '2026-12-06T14:00:00Z',
    late_rule: 'percent',
    late_percent: 30,
    late_cap: 90,
  })
  expect(lateOf(late, words)).toBe('已截止，现在交扣30%')
  expect(leafOfTask(late, words)).toMatchObject({ main: '3', tone: 'late' })
  expect(lateOf({ ...late, late_rule: 'mark' }, words)).toBe('已截止，现在交算迟交')
  expect(lateOf({ ...late, state: 'submitted' }, words)).toBeNull()
  expect(leafOfTask({ ...late, state: 'submitted' }, words).tone).toBe('closed')
})

test('who has handed in reads that it can be withdrawn only as long as that is so', () => {
  const handedIn = (close_at: string | null) => standingOf(card({ state: 'submitted', close_at }), words)
  expect([handedIn(null), handedIn('2026-12-03T09:00:01Z')]).toEqual([square.card.waiting, square.card.waiting])
  expect(handedIn('2026-12-03T09:00:00Z')).toBe(square.card.waitingOnly)
})

test('a task that was given up speaks of a draft only where there is one', () => {
  expect(standingOf(card({ state: 'aborted', draft_saved_at: '2026-12-02T09:00:00Z' }), words)).toBe('放弃过，草稿还在')
  expect(standingOf(card({ state: 'aborted', draft_saved_at: null }), words)).toBe('放弃过')
})
