import { describe, expect, test } from 'vitest'
import type { TaskState } from '@tongchuang/contract/tasks.ts'
import {
  averageOf,
  cardOrder,
  countsAsZero,
  datesFor,
  endOf,
  isOver,
  mayAbort,
  mayDo,
  scorePoints,
  statusAt,
  transitions,
  type Action,
  type StoredState,
} from './rules.ts'
import { day, hour, now, row, task } from '../testing/task-for-rules.ts'

describe('what is possible in which state', () => {
  const states: readonly StoredState[] = [
    'doing',
    'submitted',
    'returned',
    'passed',
    'failed',
    'aborted',
    'expired',
    'excused',
  ]
  const possible: Record<Action, string> = {
    accept: 'aborted',
    next_round: 'passed failed expired',
    abort: 'doing returned',
    draft: 'doing returned',
    submit: 'doing returned',
    withdraw: 'submitted',
    decide: 'submitted',
    reopen: 'passed failed expired',
    extend: 'doing submitted returned aborted expired',
    expire: 'doing returned',
    excuse: 'doing submitted returned passed failed aborted expired',
    leave: 'doing returned',
    appeal: 'passed failed',
    enter: 'doing passed failed expired excused',
  }
  test.each(Object.entries(possible) as [Action, string][])(
    '%s is possible from %s and from nowhere else',
    (action, from) => {
      expect(states.filter((state) => mayDo(action, state))).toEqual(
        states.filter((state) => from.split(' ').includes(state)),
      )
    },
  )
  test('no action is left out here', () => {
    expect(Object.keys(possible).toSorted()).toEqual(Object.keys(transitions).toSorted())
  })
  test('a reopened row cannot be given up', () => {
    expect(mayAbort({ state: 'returned', reopened_from: null })).toBe(true)
    expect(mayAbort({ state: 'returned', reopened_from: 'passed' })).toBe(false)
    expect(mayAbort({ state: 'submitted', reopened_from: null })).toBe(false)
  })
})

describe('dates', () => {
  const due_at = now + hour
  const close_at = now + 3 * hour
  test.each([
    ['the task’s, without dates of one’s own', { ...task, due_at, close_at }, null, { due_at, close_at }],
    [
      'an extension for due and close',
      { ...task, due_at, close_at },
      { extended_until: now + day, return_due_at: null },
      { due_at: now + day, close_at: now + day },
    ],
    [
      'a return before an extension',
      { ...task, due_at, close_at },
      { extended_until: now + 9 * day, return_due_at: now + day },
      { due_at: now + day, close_at: now + day },
    ],
    [
      'closing by hand before the close',
      { ...task, due_at, close_at, closed_at: now },
      null,
      { due_at, close_at: now },
    ],
    [
      'due as close where lateness is refused',
      { ...task, due_at, close_at, late_rule: 'refuse' as const },
      null,
      { due_at, close_at: due_at },
    ],
    ['none', task, null, { due_at: null, close_at: null }],
  ])('hold for a student: %s', (_what, given, own, expected) => {
    expect(datesFor(given, own)).toEqual(expected)
  })

  test.each([
    ['scheduled before it opens', { ...task, status: 'scheduled' as const, open_at: now + 1 }, 'scheduled'],
    ['open at the very moment it opens', { ...task, status: 'scheduled' as const, open_at: now }, 'open'],
    ['scheduled without a date until opened by hand', { ...task, status: 'scheduled' as const }, 'scheduled'],
    ['closed at the very moment it closes', { ...task, close_at: now }, 'closed'],
    ['open until then', { ...task, close_at: now + 1 }, 'open'],
    ['closed by hand', { ...task, status: 'closed' as const, closed_at: now - 1 }, 'closed'],
    ['a draft', { ...task, status: 'draft' as const, open_at: now - 1 }, 'draft'],
  ])('a task is by the clock: %s', (_what, given, expected) => {
    expect(statusAt(given, now)).toBe(expected)
  })

  test('an extension outlives the task, for its student alone', () => {
    const closed = { ...task, status: 'closed' as const, close_at: now - hour }
    expect(isOver(closed, null, now)).toBe(true)
    expect(isOver(closed, { extended_until: now + 1, return_due_at: null }, now)).toBe(false)
    expect(isOver({ ...task, status: 'closed' }, null, now)).toBe(true)
  })
})

describe('what the clock makes of a row', () => {
  const closed = { ...task, close_at: now }
  test.each([
    ['one that was doing expires', closed, row, { to: 'expired', by: 'close' }],
    ['one that is not over stays', { ...task, close_at: now + 1 }, row, null],
    ['one with an extension stays', closed, { ...row, extended_until: now + 1 }, null],
    ['one that was handed in stays', closed, { ...row, state: 'submitted' as const }, null],
    [
      'a returned one passes by its provisional percent',
      task,
      { ...row, state: 'returned' as const, return_due_at: now, percent_final: 60 },
      { to: 'passed', by: 'provisional' },
    ],
    [
      'or fails by it',
      task,
      { ...row, state: 'returned' as const, return_due_at: now, percent_final: 59 },
      { to: 'failed', by: 'provisional' },
    ],
    [
      '0 is a percent',
      task,
      { ...row, state: 'returned' as const, return_due_at: now, percent_final: 0 },
      { to: 'failed', by: 'provisional' },
    ],
    [
      'without a percent it expires',
      task,
      { ...row, state: 'returned' as const, return_due_at: now },
      { to: 'expired', by: 'close' },
    ],
    [
      'a reopened one gets its result back',
      task,
      { ...row, state: 'returned' as const, return_due_at: now, reopened_from: 'passed' as const, percent_final: 20 },
      { to: 'passed', by: 'earlier' },
    ],
    [
      'an expired one with more time expires again',
      closed,
      { ...row, extended_until: now, reopened_from: 'expired' as const },
      { to: 'expired', by: 'close' },
    ],
  ])('%s', (_what, given, own, expected) => {
    expect(endOf(given, own, now)).toEqual(expected)
  })
})

describe('numbers', () => {
  test('the average of 80, not marked, excused and 0 is 40', () => {
    const results = [
      { state: 'passed', percent_final: 80 },
      { state: 'submitted', percent_final: null },
      { state: 'excused', percent_final: null },
      { state: 'failed', percent_final: 0 },
    ] as const
    expect(averageOf(results)).toBe(40)
    expect(averageOf([{ state: 'submitted', percent_final: null }])).toBeNull()
  })
  test('points are the percent of the task’s, rounded; none without a number', () => {
    expect([scorePoints(50, 85), scorePoints(100, 0), scorePoints(100, null)]).toEqual([43, 0, 0])
  })
  test('a main task counts 0 when expired or given up, not after a return without a percent', () => {
    expect(countsAsZero({ type: 'main' }, { state: 'expired', return_due_at: null })).toBe(true)
    expect(countsAsZero({ type: 'main' }, { state: 'aborted', return_due_at: null })).toBe(true)
    expect(countsAsZero({ type: 'main' }, { state: 'expired', return_due_at: now })).toBe(false)
    expect(countsAsZero({ type: 'side' }, { state: 'expired', return_due_at: null })).toBe(false)
  })
})

test('cards come returned, doing by due, available by due, submitted, done, given up, locked, expired', () => {
  const states: readonly TaskState[] = [
    'expired',
    'locked',
    'aborted',
    'failed',
    'submitted',
    'available',
    'doing',
    'returned',
  ]
  const cards = states.map((state, index) => ({ id: index, state, due_at: null, touched_at: now }))
  const more = [
    { id: 90, state: 'doing' as const, due_at: now + day, touched_at: now },
    { id: 91, state: 'doing' as const, due_at: now, touched_at: now },
  ]
  const keys = [...cards, ...more]
    .map(cardOrder)
    .toSorted((one, other) => one[0] - other[0] || one[1] - other[1] || one[2] - other[2])
  expect(keys.map(([, , id]) => id)).toEqual([7, 91, 90, 6, 5, 4, 3, 2, 1, 0])
})
