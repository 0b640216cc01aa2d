import { expect, test } from 'vitest'
import { now, row, task } from '../testing/task-for-rules.ts'
import { canDo, neighbours } from './rules.ts'

type Given = Parameters<typeof canDo>[0]
const asked: Given = {
  task: {
    ...task,
    channel: 'online',
    max_attempts: null,
    member_role: 'student',
    guild_status: 'active',
  } as Given['task'],
  card: { state: 'doing', lock: [] },
  row: { ...row, attempts: 0 } as Given['row'],
  newest: null,
  mayAppeal: false,
  hasOpenRequest: false,
  now,
}
/** The buttons a student has. */
const buttons = (given: Partial<Given>, ofTask: Partial<Given['task']> = {}) =>
  Object.entries(canDo({ ...asked, ...given, task: { ...asked.task, ...ofTask } }))
    .filter(([name, can]) => can && name !== 'abort_needs_reason')
    .map(([name]) => name)

test('somebody at work may submit, give up and ask for more time, once', () => {
  expect(buttons({})).toEqual(['abort', 'submit', 'ask_extension'])
  expect(buttons({ hasOpenRequest: true })).toEqual(['abort', 'submit'])
  expect(canDo({ ...asked, task: { ...asked.task, type: 'main' } }).abort_needs_reason).toBe(true)
})

test('after the close, and with all attempts used, nothing is handed in', () => {
  expect(buttons({}, { close_at: now - 1 })).not.toContain('submit')
  expect(buttons({ row: { ...asked.row!, attempts: 2 } as Given['row'] }, { max_attempts: 2 })).not.toContain('submit')
})

test('a task without a lock can be accepted by students, not by staff', () => {
  const available: Partial<Given> = { card: { state: 'available', lock: [] }, row: null }
  expect(buttons(available)).toEqual(['accept'])
  expect(
    buttons({ ...available, card: { state: 'available', lock: [{ reason: 'FULL' }] as Given['card']['lock'] } }),
  ).toEqual([])
  expect(buttons(available, { member_role: 'assistant' })).toEqual([])
})

test('a version is taken back unless somebody has it open, and again once they have left it for half an hour', () => {
  const submitted: Partial<Given> = { card: { state: 'submitted', lock: [] } }
  expect(buttons({ ...submitted, newest: { status: 'sealed', review_until: null } })).toEqual(['withdraw', 'share'])
  expect(buttons({ ...submitted, newest: { status: 'in_review', review_until: now + 1 } })).toEqual(['share'])
  expect(buttons({ ...submitted, newest: { status: 'in_review', review_until: now } })).toEqual(['withdraw', 'share'])
  expect(buttons({ ...submitted, newest: { status: 'reviewed', review_until: now } })).toEqual(['share'])
})

test('after the close a version stays where it is, unless its student has more time', () => {
  const submitted: Partial<Given> = { card: { state: 'submitted', lock: [] } }
  const sealed = { ...submitted, newest: { status: 'sealed', review_until: null } }
  expect(buttons(sealed, { close_at: now })).toEqual(['share'])
  const longer = { ...asked.row, extended_until: now + 1 } as Given['row']
  expect(buttons({ ...sealed, row: longer }, { close_at: now })).toEqual(['withdraw', 'share'])
})

test('in an archived guild nothing is left but taking a shared work back', () => {
  const archived = { guild_status: 'archived' } as const
  const newest = { status: 'released', review_until: null }
  expect(buttons({}, archived)).toEqual([])
  expect(buttons({ card: { state: 'passed', lock: [] }, newest, mayAppeal: true }, archived)).toEqual(['share'])
  expect(buttons({ card: { state: 'passed', lock: [] }, newest, mayAppeal: true })).toEqual(['share', 'appeal'])
})

test('the tasks beside one are those of the map; one that is not on it has none', () => {
  expect(neighbours([4, 7, 2], 7)).toEqual({ prev_id: 4, next_id: 2 })
  expect(neighbours([4, 7, 2], 4)).toEqual({ prev_id: null, next_id: 7 })
  expect(neighbours([4], 9)).toEqual({ prev_id: null, next_id: null })
})
