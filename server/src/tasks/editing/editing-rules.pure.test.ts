import { weightOf } from '@tongchuang/contract/rules/percent.ts'
import { describe, expect, test } from 'vitest'
import { fieldOf } from '../../fields.ts'
import { changeOf, circleOf, lacks, mustBeFair, mustFit, publishedAs, type Form } from './editing-rules.ts'

const hour = 3_600_000
const whole = (given: Partial<Form> = {}): Form =>
  ({
    title: '观察',
    content: '看一看',
    type: 'side',
    channel: 'online',
    max_score: 100,
    open_at: null,
    due_at: null,
    close_at: null,
    accepted_count: 0,
    criteria: [],
    asked: [],
    keys: [],
    needs_review: true,
    ...given,
  }) as unknown as Form
const criterion = (weight: number, label = '完整') => ({ label, description: '', weight })
const reasonOf = (work: () => void): unknown => {
  try {
    work()
    return 'fine'
  } catch (error) {
    return fieldOf(error, 'reason')
  }
}

describe('what publishing asks for', () => {
  test.each<[string, Partial<Form>, string[]]>([
    ['nothing of a whole task', {}, []],
    ['a title that is not blank', { title: '  ' }, ['a title']],
    ['a description', { content: '\n' }, ['a description']],
    ['weights that add up to 100', { criteria: [criterion(30), criterion(60)] }, ['weights of 100% in all (now 90%)']],
    ['a weight for every criterion', { criteria: [criterion(100), criterion(0)] }, ['a weight for every criterion']],
    ['what a late day costs', { late_rule: 'percent', late_percent: 0, late_cap: 30 }, ['what a late day costs']],
    [
      'two options for a choice',
      { asked: [{ id: 'q', label: '选', kind: 'one', options: [{ id: 'a', text: '甲' }], required: true }] },
      ['two options for every choice'],
    ],
    ['no words and no date to come of what is done in person', { channel: 'offline', content: ' ', due_at: hour }, []],
    ['dates to come', { due_at: hour, close_at: 2 * hour }, ['a due date to come', 'a close date to come']],
  ])('%s', (_name, given, parts) => {
    expect(lacks(whole(given), 2 * hour).map(({ en }) => en)).toEqual(parts)
  })

  test('the weights of criteria add up to 100', () => {
    expect(weightOf([criterion(30), criterion(20), criterion(50)])).toBe(100)
  })
})

test.each<[string, Partial<Form>, string]>([
  ['closes before it is due', { due_at: 2, close_at: 1 }, 'INVALID'],
  ['is due when it opens', { open_at: 2, due_at: 2 }, 'INVALID'],
  ['closes when it opens', { open_at: 2, close_at: 2 }, 'INVALID'],
  ['is due when it closes', { open_at: 1, due_at: 2, close_at: 2 }, 'fine'],
  [
    'asks two questions under one id',
    {
      asked: [
        { id: 'a', label: '', kind: 'text', required: false },
        { id: 'a', label: '', kind: 'text', required: false },
      ],
    },
    'INVALID',
  ],
  [
    'offers one option twice',
    {
      asked: [
        { id: 'a', label: '', kind: 'one', options: ['a', 'b'].map((id) => ({ id, text: '甲' })), required: false },
      ],
    },
    'INVALID',
  ],
])('a task that %s: %s', (_name, given, reason) => {
  expect(reasonOf(() => mustFit(whole(given)))).toBe(reason)
})

describe('once students have taken a task', () => {
  const held = whole({ accepted_count: 1, due_at: 5 * hour })
  test.each<[string, Partial<Form>, string]>([
    ['it is not due earlier', { due_at: 4 * hour }, 'DUE_EARLIER'],
    ['it may be due later', { due_at: 6 * hour }, 'fine'],
    ['it may lose its due date', { due_at: null }, 'fine'],
    ['its type needs a notice', { type: 'main' }, 'TELL_HOLDERS'],
    ['its points need a notice', { points: 50 }, 'TELL_HOLDERS'],
    ['its full marks need a notice', { max_score: 50 }, 'TELL_HOLDERS'],
    ['its criteria need a notice', { criteria: [criterion(100)] }, 'TELL_HOLDERS'],
    ['its title does not', { title: '别的' }, 'fine'],
  ])('%s', (_name, given, reason) => {
    const after = { ...held, ...given }
    expect(reasonOf(() => mustBeFair(held, after, { was_accepted: true, notify: false }))).toBe(reason)
    if (reason === 'TELL_HOLDERS')
      expect(reasonOf(() => mustBeFair(held, after, { was_accepted: true, notify: true }))).toBe('fine')
  })

  test('a due date given to a task without one is earlier than never', () => {
    const before = whole({ accepted_count: 1 })
    expect(reasonOf(() => mustBeFair(before, { ...before, due_at: hour }, { was_accepted: true, notify: true }))).toBe(
      'DUE_EARLIER',
    )
    expect(
      reasonOf(() =>
        mustBeFair({ ...before, accepted_count: 0 }, { ...before, due_at: hour }, { was_accepted: true, notify: true }),
      ),
    ).toBe('fine')
  })
})

test('a change names its fields, and says whether it concerns marks or dates', () => {
  const before = whole({ criteria: [criterion(100)] })
  expect(changeOf(before, before)).toEqual({ fields: [], isGrading: false, isDates: false })
  expect(changeOf(before, { ...before, title: '新', due_at: hour })).toEqual({
    fields: ['title', 'due_at'],
    isGrading: false,
    isDates: true,
  })
  expect(changeOf(before, { ...before, criteria: [criterion(100, '清楚')] })).toEqual({
    fields: ['criteria'],
    isGrading: true,
    isDates: false,
  })
})

test('publishing waits for the opening time unless that has come or now is meant', () => {
  expect(publishedAs({ open_at: 5 }, 4, false)).toEqual({ to: 'scheduled', open_at: 5 })
  expect(publishedAs({ open_at: 5 }, 5, false)).toEqual({ to: 'open', open_at: 5 })
  expect(publishedAs({ open_at: 5 }, 4, true)).toEqual({ to: 'open', open_at: 4 })
  expect(publishedAs({ open_at: null }, 4, false)).toEqual({ to: 'open', open_at: 4 })
})

describe('prerequisites', () => {
  const needs = (task_id: number, required_task_id: number) => ({ task_id, required_task_id })
  test.each<[string, number[], ReturnType<typeof needs>[], number[] | null]>([
    ['itself is a circle', [1], [], [1, 1]],
    ['one that needs it is a circle', [2], [needs(2, 1)], [1, 2, 1]],
    ['a long way round is a circle', [2], [needs(2, 3), needs(3, 4), needs(4, 1)], [1, 2, 3, 4, 1]],
    ['two ways to the same task are none', [2, 3], [needs(2, 4), needs(3, 4)], null],
    ['what it needed before does not count', [2], [needs(1, 3), needs(3, 1)], null],
  ])('%s', (_name, required, all, circle) => {
    expect(circleOf(1, required, all)).toEqual(circle)
  })
})
