import { expect, test } from 'vitest'
import { currentLanguage, followBrowser, languageFrom, setLanguage } from './language.ts'
import { enUS } from './texts/en-US.ts'
import { zhCN } from './texts/zh-CN.ts'

test('a first visitor reads Chinese, an unknown language falls back to English', () => {
  expect(languageFrom(null)).toBe('zh-CN')
  expect(languageFrom('zh-CN')).toBe('zh-CN')
  expect(languageFrom('en-US')).toBe('en-US')
  expect(languageFrom('fr-FR')).toBe('en-US')
})

test('the admin site begins in English where the browser asks for it first', () => {
  followBrowser(['fr', 'zh-CN', 'en'])
  expect(currentLanguage()).toBe('zh-CN')
  followBrowser(['fr', 'en-GB', 'zh-CN'])
  expect(currentLanguage()).toBe('en-US')
  setLanguage('zh-CN')
})

test('the dialog of an ended session speaks the words of the specification', () => {
  expect([enUS.sessionTitle, enUS.sessionText, enUS.sessionAgain]).toEqual([
    'Confirm logout',
    'You have been logged out, you can cancel to stay on this page, or log in again',
    'Re-Login',
  ])
  expect([zhCN.sessionTitle, zhCN.sessionAgain, zhCN.sessionOriginal]).toEqual([
    '确认退出',
    '重新登录',
    enUS.sessionText,
  ])
})
