import { describe, expect, test } from 'vitest'
import type { TaskState } from '@tongchuang/contract/tasks.ts'
import { wayToAccept, locksFor, stateOf } from './rules.ts'
import { now, row, task } from '../testing/task-for-rules.ts'

describe('accepting', () => {
  const guild = { status: 'active' as const, max_doing: 5 }
  const open = { task, row: null, guild, missing: [], level: 1, doing: 0, now, zone: 'Asia/Shanghai' }
  const reasons = (given: Partial<Parameters<typeof locksFor>[0]>) =>
    locksFor({ ...open, ...given }).map(({ reason }) => reason)

  test.each<[string, Partial<Parameters<typeof locksFor>[0]>, string[]]>([
    ['nothing is in the way', {}, []],
    ['it has not opened', { task: { ...task, status: 'scheduled', open_at: now + 1 } }, ['NOT_OPEN']],
    ['it has closed', { task: { ...task, close_at: now } }, ['CLOSED']],
    ['its guild is archived', { guild: { ...guild, status: 'archived' } }, ['CLOSED']],
    ['tasks before it are missing', { missing: ['一', '二'] }, ['LOCKED']],
    ['the level is too low', { task: { ...task, min_level: 3 }, level: 2 }, ['LEVEL']],
    ['no place is left', { task: { ...task, capacity: 2, accepted_count: 2 } }, ['FULL']],
    [
      'one’s own place is kept while giving a later round up',
      { task: { ...task, type: 'daily', capacity: 2, accepted_count: 2 }, row: { ...row, round: 2, state: 'aborted' } },
      [],
    ],
    ['too many are under way', { doing: 5 }, ['TOO_MANY']],
    [
      'everything at once, in the order of the guards',
      { task: { ...task, close_at: now, min_level: 2, capacity: 0 }, missing: ['一'], doing: 9 },
      ['CLOSED', 'LOCKED', 'LEVEL', 'FULL', 'TOO_MANY'],
    ],
    [
      'given up after an extension that still holds',
      { task: { ...task, close_at: now - 1 }, row: { ...row, state: 'aborted', extended_until: now + 1 } },
      [],
    ],
    [
      'a round a day',
      { task: { ...task, type: 'daily' }, row: { ...row, state: 'passed', accepted_at: now } },
      ['COOLDOWN'],
    ],
    [
      'every round is done',
      { task: { ...task, type: 'daily', max_rounds: 1 }, row: { ...row, state: 'passed' } },
      ['COOLDOWN'],
    ],
  ])('%s', (_what, given, expected) => {
    expect(reasons(given)).toEqual(expected)
  })

  test('a daily task opens again with the school’s next day, not 24 hours later', () => {
    const accepted_at = Date.parse('2026-10-12T15:59:00.000Z')
    const at = (moment: string) =>
      reasons({
        task: { ...task, type: 'daily' },
        row: { ...row, state: 'passed', accepted_at },
        now: Date.parse(moment),
      })
    expect(at('2026-10-12T15:59:59.999Z')).toEqual(['COOLDOWN'])
    expect(at('2026-10-12T16:00:00.000Z')).toEqual([])
  })

  test.each<[TaskState, 'side' | 'daily', string]>([
    ['doing', 'side', 'same'],
    ['aborted', 'side', 'again'],
    ['passed', 'daily', 'next'],
    ['failed', 'daily', 'next'],
    ['expired', 'daily', 'next'],
    ['passed', 'side', 'STATE'],
    ['expired', 'side', 'STATE'],
    ['submitted', 'daily', 'STATE'],
    ['returned', 'side', 'STATE'],
    ['excused', 'daily', 'STATE'],
  ])('a task in state %s of type %s: %s', (state, type, expected) => {
    if (expected === 'STATE') expect(() => wayToAccept({ type }, row, state)).toThrow('STATE')
    else expect(wayToAccept({ type }, row, state)).toBe(expected)
  })

  test('a student without a row is stopped only by locks, even for a closed task', () => {
    expect(wayToAccept({ type: 'side' }, null, 'expired')).toBe('first')
  })

  test('too many at once leave a task available; a missing task before it locks it', () => {
    expect(stateOf(task, null, locksFor({ ...open, doing: 5 }), now)).toBe('available')
    expect(stateOf(task, null, locksFor({ ...open, missing: ['一'] }), now)).toBe('locked')
    expect(
      stateOf({ ...task, close_at: now }, null, locksFor({ ...open, task: { ...task, close_at: now } }), now),
    ).toBe('expired')
  })
})
