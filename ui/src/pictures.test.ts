import { expect, test } from 'vitest'
import { signOf } from './avatar.tsx'
import { isChunkFailure } from './error-boundary.tsx'
import { handOffAddress } from './hand-off.ts'

test.each([
  ['林雨桐', '雨'],
  ['王一', '一'],
  ['欧阳思源', '思'],
  ['阿依古丽·买买提', '阿'],
  ['㓥小满', '小'],
  ['Lily Chen', 'L'],
  ['éva', 'É'],
  ['', '?'],
])('%s is drawn as %s', (name, sign) => {
  expect(signOf(name)).toBe(sign)
})

test('a person handed over to the admin site carries ticket and role in the query, whatever its address', () => {
  expect(handOffAddress('/admin/login', 'a b', '教师', 'https://school.cn/square/index')).toBe(
    'https://school.cn/admin/login?token=a+b&role=%E6%95%99%E5%B8%88',
  )
  expect(handOffAddress('https://admin.school.cn/login?token=old', 'new', '助教', 'https://school.cn/')).toMatch(
    /login\?token=new&role=/,
  )
})

test('a file of a build that has gone is told from other faults', () => {
  expect(isChunkFailure(new TypeError('Failed to fetch dynamically imported module: https://x/a.js'))).toBe(true)
  expect(isChunkFailure(new TypeError('error loading dynamically imported module: https://x/a.js'))).toBe(true)
  expect(isChunkFailure(new Error('x is undefined'))).toBe(false)
})
