import { expect, test } from 'vitest'
import { newInviteCode, readInviteCode } from './invite-code.ts'
import { entryOf, mayAdmit, mayLead, mayModerate, mayReview, maySeeGrades, type Entry, type Staff } from './rules.ts'

test.each<[Entry['join_policy'], Entry['code'], ReturnType<typeof entryOf>]>([
  ['open', null, 'member'],
  ['open', 'right', 'member'],
  ['open', 'wrong', { refused: 'INVITE' }],
  ['code', null, { refused: 'CODE' }],
  ['code', 'right', 'member'],
  ['code', 'wrong', { refused: 'INVITE' }],
  ['approval', null, 'pending'],
  ['approval', 'right', 'member'],
  ['approval', 'wrong', { refused: 'INVITE' }],
  ['closed', null, { refused: 'GUILD_CLOSED' }],
  ['closed', 'right', { refused: 'GUILD_CLOSED' }],
  ['closed', 'wrong', { refused: 'GUILD_CLOSED' }],
])('under the policy %s somebody with code %s gets %j', (join_policy, code, outcome) => {
  expect(entryOf({ status: 'active', join_policy, code })).toEqual(outcome)
})

test('nobody enters an archived guild', () => {
  expect(entryOf({ status: 'archived', join_policy: 'open', code: 'right' })).toEqual({ refused: 'ARCHIVED' })
})

const nothing = { can_review: false, can_moderate: false, can_admit: false, can_see_grades: false }
const abilities = [mayReview, mayModerate, mayAdmit, maySeeGrades, mayLead]

test.each<[Staff['role']]>([['teacher'], ['admin']])('a %s may do everything, whatever the switches say', (role) => {
  expect(abilities.map((may) => may({ role, ...nothing }))).toEqual([true, true, true, true, true])
})

test('an assistant may do what the four switches allow, and never leads', () => {
  const assistant = { role: 'assistant', ...nothing } as const
  expect(abilities.map((may) => may(assistant))).toEqual([false, false, false, false, false])
  expect(mayReview({ ...assistant, can_review: true })).toBe(true)
  expect(mayModerate({ ...assistant, can_moderate: true })).toBe(true)
  expect(mayAdmit({ ...assistant, can_admit: true })).toBe(true)
  expect(maySeeGrades({ ...assistant, can_see_grades: true })).toBe(true)
  expect(
    mayLead({ role: 'assistant', can_review: true, can_moderate: true, can_admit: true, can_see_grades: true }),
  ).toBe(false)
})

test('an invite code has 8 characters nobody confuses, and is read however it was typed', () => {
  const codes = Array.from({ length: 200 }, newInviteCode)
  for (const code of codes) expect(code).toMatch(/^[2-9A-HJ-NP-Z]{8}$/)
  expect(new Set(codes).size).toBe(200)
  expect(readInviteCode(' abcd-２３４５ ')).toBe('ABCD2345')
})
