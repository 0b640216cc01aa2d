import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { copyAndTell } from './copy-text.ts'
import { setLanguage } from './language.ts'
import { toasts } from './toast.ts'

beforeEach(() => {
  setLanguage('zh-CN')
  toasts.set([])
})
afterEach(() => vi.unstubAllGlobals())

const said = () => toasts.get().map(({ text }) => text)

test('what is there to be pasted is said to be copied', async () => {
  const clipboard = { text: '', writeText: async (text: string) => void (clipboard.text = text) }
  vi.stubGlobal('navigator', { clipboard })
  await copyAndTell('R-2026-0001', '编号已复制')
  expect([clipboard.text, ...said()]).toEqual(['R-2026-0001', '编号已复制'])
})

test('a browser that refuses is not said to have copied', async () => {
  vi.stubGlobal('navigator', { clipboard: { writeText: () => Promise.reject(new Error('not allowed')) } })
  await copyAndTell('我的草稿')
  expect(said()).toEqual(['复制失败，请手动选中'])
})

test('a school on plain http, where neither way is open, is told so', async () => {
  vi.stubGlobal('navigator', {})
  vi.stubGlobal('document', { addEventListener: () => {}, removeEventListener: () => {}, execCommand: () => false })
  await copyAndTell('我的草稿')
  expect(said()).toEqual(['复制失败，请手动选中'])
})
