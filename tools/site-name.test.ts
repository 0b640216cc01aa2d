import { shell as adminEnglish } from '../admin/src/locales/en-US/shell.ts'
import { shell as adminChinese } from '../admin/src/locales/zh-CN/shell.ts'
import { shell as webEnglish } from '../web/src/locales/en-US/shell.ts'
import { shell as webChinese } from '../web/src/locales/zh-CN/shell.ts'
import { expect, test } from 'vitest'

test('a school that has not given itself a name is called the same on both sites', () => {
  expect(webEnglish.siteName).toBe(adminEnglish.siteName)
  expect(webChinese.siteName).toBe(adminChinese.siteName)
})
