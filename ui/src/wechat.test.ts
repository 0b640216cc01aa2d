import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { setLanguage } from './language.ts'
import { toasts } from './toast.ts'
import { explainDownload, isWeChat } from './wechat.ts'

const phone =
  'Mozilla/5.0 (Linux; Android 14) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/126.0 Mobile Safari/537.36'

// Units share their processes: another test may have read English, or left a message.
beforeEach(() => {
  setLanguage('zh-CN')
  toasts.set([])
})
afterEach(() => vi.unstubAllGlobals())

const download = (userAgent: string): boolean => {
  vi.stubGlobal('navigator', { userAgent })
  let stopped = false
  explainDownload({ preventDefault: () => (stopped = true) })
  return !stopped
}

test('in WeChat a download says how to go on in a browser, elsewhere it simply happens', () => {
  expect(isWeChat(`${phone} MicroMessenger/8.0.49`)).toBe(true)
  expect(download(phone)).toBe(true)
  expect(toasts.get()).toEqual([])
  expect(download(`${phone} MicroMessenger/8.0.49`)).toBe(false)
  expect(toasts.get().map(({ text }) => text)).toEqual(['请点右上角 ··· 选择在浏览器打开'])
})
