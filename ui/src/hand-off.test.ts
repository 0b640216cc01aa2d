import { expect, test } from 'vitest'
import { handOffAddress } from './hand-off.ts'

test('a person handed over to the admin site carries ticket and role in the query, whatever its address', () => {
  expect(handOffAddress('/admin/login', 'a b', '教师', 'https://school.cn/square/index')).toBe(
    'https://school.cn/admin/login?token=a+b&role=%E6%95%99%E5%B8%88',
  )
  expect(handOffAddress('https://admin.school.cn/login?token=old', 'new', '助教', 'https://school.cn/')).toMatch(
    /login\?token=new&role=/,
  )
})
