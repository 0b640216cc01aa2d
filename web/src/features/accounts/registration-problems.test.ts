import { CallFailed } from '@tongchuang/contract/sender.ts'
import { expect, test } from 'vitest'
import { problemFields } from './registration-problems.ts'

const refusal = (data: Record<string, unknown>) => new CallFailed({ code: 0, msg: '', time: 0, data })

test.each([
  ['NAME_TAKEN', 'username'],
  ['NAME_RULE', 'username'],
  ['WEAK_PASSWORD', 'password'],
  ['INVITE', 'invite'],
  ['FULL', 'invite'],
  ['GUILD_CLOSED', 'invite'],
  ['ARCHIVED', 'invite'],
  ['CODE_WRONG', 'code'],
  ['NO_SMS', 'email'],
  ['CONSENT', 'consent'],
  ['CLOSED_DOOR', undefined],
  ['TOO_FAST', undefined],
])('a registration refused with %s says so at %s', (reason, field) => {
  expect(problemFields(refusal({ reason }))).toBe(field)
})

test('a person who registers reads a refused value at the field the server names, if the form has that field', () => {
  expect(problemFields(refusal({ reason: 'INVALID', field: 'nickname' }))).toBe('nickname')
  expect(problemFields(refusal({ reason: 'INVALID', field: 'consent_version' }))).toBeUndefined()
  expect(problemFields(refusal({ reason: 'NOT_FOUND', field: 'nickname' }))).toBeUndefined()
})
