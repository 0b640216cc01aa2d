import { expect, test } from 'vitest'
import { looksLikeEmail } from './email.ts'

test('an incomplete mail address is seen before a code is asked for', () => {
  expect(looksLikeEmail(' yutong@example.com ')).toBe(true)
  for (const wrong of ['', 'yutong', 'yutong@', 'yutong@example', 'yu tong@example.com'])
    expect(looksLikeEmail(wrong)).toBe(false)
})
