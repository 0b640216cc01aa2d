import { expect, test } from 'vitest'
import { chineseDate } from './chinese-date.ts'

test('a certificate bears its day in Chinese, as it was on the wall of the school', () => {
  expect(chineseDate('2026-11-21T15:59:00Z', 'Asia/Shanghai')).toBe('二〇二六年十一月二十一日')
  expect(chineseDate('2026-11-21T16:00:00Z', 'Asia/Shanghai')).toBe('二〇二六年十一月二十二日')
  expect(chineseDate('2030-01-10T04:00:00Z', 'Asia/Shanghai')).toBe('二〇三〇年一月十日')
  expect(chineseDate('2027-10-01T04:00:00Z', 'Asia/Shanghai')).toBe('二〇二七年十月一日')
  expect(chineseDate('2027-12-30T04:00:00Z', 'Asia/Shanghai')).toBe('二〇二七年十二月三十日')
})
