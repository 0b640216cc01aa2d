import { expect, test } from 'vitest'
import { actorOf, appointment, originOfAct, wayBack, whoIsMeant } from './power-rules.ts'

const teacher = { is_admin: false }
const admin = { is_admin: true }

test('the origin of an added member is school if an administrator added them, else staff', () => {
  expect([originOfAct(admin), originOfAct(teacher)]).toEqual(['school', 'staff'])
  expect(actorOf({ user_id: 3, roles: ['teacher', 'admin'] })).toEqual({ user_id: 3, is_admin: true })
  expect(actorOf({ user_id: 3, roles: ['teacher'] })).toEqual({ user_id: 3, is_admin: false })
})

test('a removed student is restored, one who left is invited, and one who never was a member is absent', () => {
  expect(wayBack({ status: 'removed', joined_at: 1 })).toBe('restored')
  expect(wayBack({ status: 'left', joined_at: 1 })).toBe('invited')
  expect(wayBack({ status: 'member', joined_at: 1 })).toBeNull()
  for (const past of [undefined, { status: 'removed' as const, joined_at: null }]) expect(wayBack(past)).toBe('absent')
})

test('a teacher appoints assistants of the guild, invites members and staff, and gets absent for everybody else', () => {
  const stranger = { is_staff: false, part: null }
  expect(appointment(teacher, { is_staff: false, part: 'assistant' })).toBe('put')
  expect(appointment(teacher, { is_staff: false, part: 'student' })).toBe('invited')
  expect(appointment(teacher, { is_staff: true, part: null })).toBe('invited')
  expect(appointment(teacher, stranger)).toBe('absent')
  expect(appointment(admin, stranger)).toBe('put')
})

test('a text that is one person’s number and another’s user name is ambiguous for teachers and administrators', () => {
  const numbered = { is_staff: false, part: null, is_open: true }
  const named = { is_staff: true, part: null, is_open: true }
  expect(whoIsMeant(admin, [])).toBeUndefined()
  expect(whoIsMeant(admin, [named])).toBe(named)
  expect(whoIsMeant(admin, [numbered, named])).toBe('two')
  expect(whoIsMeant(admin, [{ ...numbered, is_open: false }, named])).toBe('two')
  expect(whoIsMeant(admin, [{ ...numbered, is_open: false }])).toBeUndefined()
  expect(whoIsMeant(teacher, [numbered])).toBeUndefined()
  // She is not told about an account she may not know of, but never gets another account in its place.
  expect(whoIsMeant(teacher, [numbered, named])).toBe('two')
  expect(whoIsMeant(teacher, [named, numbered])).toBe(named)
  expect(whoIsMeant(teacher, [numbered, { ...named, is_staff: false }])).toBeUndefined()
})
