import { expect, test } from 'vitest'
import { clockText } from '@tongchuang/ui/use-countdown.ts'
import { inviteCode, isInviteCode, maskEmail, nameChecks, strengthOf } from './rules.ts'

test.each([
  ['', 0],
  ['1234567', 0],
  ['12345678', 1],
  ['aaaaaaaaaaaaaaaaaaaa', 1],
  ['moonriver26', 1],
  ['Moonriver26', 2],
  ['moon over river', 2],
  ['moon over the river', 3],
  ['Moon-river-26', 3],
  ['春江潮水连海平', 0],
  ['春江潮水连海平海上明月共潮生', 2],
] as const)('the password %j is of strength %i', (password, strength) => {
  expect(strengthOf(password)).toBe(strength)
})

test('the rules of a user name are told apart', () => {
  expect(nameChecks('林雨桐')).toEqual({ length: true, letters: true })
  expect(nameChecks('lin.yu_tong-26')).toEqual({ length: true, letters: true })
  expect(nameChecks('20260317')).toEqual({ length: true, letters: true })
  expect(nameChecks('㓥')).toEqual({ length: false, letters: true })
  expect(nameChecks('lin yutong')).toEqual({ length: true, letters: false })
  expect(nameChecks('')).toEqual({ length: false, letters: false })
})

test('an invite code may be typed small, with a dash or with spaces', () => {
  expect(inviteCode(' sxjm-7k3q ')).toBe('SXJM7K3Q')
  expect(isInviteCode('SXJM7K3Q')).toBe(true)
  for (const wrong of ['SXJM7K3', 'SXJM7K30', 'SXJM7K3O', 'SXJM7K31', 'SXJM7K3I', 'SXJM7K3QQ'])
    expect(isInviteCode(wrong)).toBe(false)
})

test('a mail address is shown without its middle', () => {
  expect(maskEmail('yutong@example.com')).toBe('y••••g@example.com')
  expect(maskEmail('ab@example.com')).toBe('a•b@example.com')
  expect(maskEmail('a@example.com')).toBe('a@example.com')
})

test('a pause is counted in minutes and seconds', () => {
  expect([60, 42, 5, 0].map(clockText)).toEqual(['1:00', '0:42', '0:05', '0:00'])
})
