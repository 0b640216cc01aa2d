import { beforeEach, expect, test } from 'vitest'
import { hideToast, replaceToast, showToast, toastDuration, toasts } from './toast.ts'

beforeEach(() => {
  for (const toast of toasts.get()) hideToast(toast.id)
})
const shown = () => toasts.get().map(({ text, kind }) => `${kind}: ${text}`)

test('a message stays for five seconds', () => {
  expect(toastDuration).toBe(5000)
})

test('the same words are shown once, however many calls failed with them', () => {
  for (const text of ['名额已满', '名额已满', '操作太快']) showToast(text)
  expect(shown()).toEqual(['error: 名额已满', 'error: 操作太快'])
})

test('what is refused once more is read for five seconds from then on, not from the first time', () => {
  showToast('名额已满')
  const [first] = toasts.get()
  showToast('名额已满')
  expect(shown()).toEqual(['error: 名额已满'])
  hideToast(first!.id)
  expect(shown()).toEqual(['error: 名额已满'])
})

test('what is said about one thing takes the place of what was said before, and begins its time anew', () => {
  showToast('别的事', 'info')
  replaceToast('menuNotice', '正在加载', 'info')
  const first = toasts.get()[1]?.id
  showToast('又一件', 'info')
  replaceToast('menuNotice', '加载失败', 'error')
  expect(shown()).toEqual(['info: 别的事', 'error: 加载失败', 'info: 又一件'])
  expect(toasts.get()[1]?.id).not.toBe(first)
})
