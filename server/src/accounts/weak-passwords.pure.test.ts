import { expect, test } from 'vitest'
import { fieldOf } from '../fields.ts'
import { hashPassword, isPassword } from './passwords.ts'
import { isWeakPassword } from './weak-passwords.ts'

test.each([
  'password',
  'Password1',
  'P@ssw0rd2026',
  'football',
  'trustno1',
  'iloveyou!',
  '12345678',
  '87654321',
  '88888888',
  'qwertyuiop',
  '1qaz2wsx',
  'abcabcabc',
  'aaaabbbb',
  '1234abcd',
  'woaini1314',
  '5201314a',
  'a123456789',
  'zhangwei123',
  'qq123456',
  'wang1990',
  '19990101',
  'li19990101',
  '13800138000',
  'xiaoming2010',
  'ＰＡＳＳＷＯＲＤ',
])('%s is too common', (password) => expect(isWeakPassword(password)).toBe(true))

test.each([
  'correct horse battery',
  '夏天的风很凉快呀',
  'kaleidoscope9',
  'thunder-cat-12',
  'tongchuang-demo',
  'gfse-633p-5x34',
  '床前明月光疑是地上霜',
])('%s is not', (password) => {
  expect(isWeakPassword(password)).toBe(false)
})

test('somebody’s own user name is no password for them', () => {
  expect(isWeakPassword('Kunpeng-2026', ['kunpeng'])).toBe(false)
  expect(isWeakPassword('Kunpeng2026', ['kunpeng'])).toBe(true)
})

test('a password fits its hash only, in any width', async () => {
  const hash = await hashPassword('夏天 summer')
  expect(hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
  expect(
    await Promise.all([
      isPassword('夏天 summer', hash),
      isPassword('夏天 ｓｕｍｍｅｒ', hash),
      isPassword('夏天 summeR', hash),
    ]),
  ).toEqual([true, true, false])
})

test('passwords are never cut off: what is too long fits nothing', async () => {
  const long = 'x'.repeat(1_025)
  expect(await isPassword(long, await hashPassword(long))).toBe(false)
  expect(await isPassword(long.slice(1), await hashPassword(long.slice(1)))).toBe(true)
})

test('no password fits a missing account or an empty hash', async () => {
  expect(await isPassword('', undefined)).toBe(false)
  expect(await isPassword('', '')).toBe(false)
})

test('whoever finds the queue full is asked to come back, and nobody in it is forgotten', async () => {
  // The cheapest parameters there are: this is about the queue.
  const hash = '$argon2id$v=19$m=8,t=1,p=1$AAAAAAAAAAAAAAAAAAAAAA$AAAAAAAAAAAAAAAAAAAAAA'
  const answers = await Promise.allSettled(Array.from({ length: 300 }, () => isPassword('x', hash)))
  const reasons = answers.flatMap((answer) => (answer.status === 'rejected' ? [fieldOf(answer.reason, 'reason')] : []))
  expect(reasons).toEqual(Array(300 - 4 - 256).fill('BUSY'))
  expect(await isPassword('x', hash)).toBe(false)
})
