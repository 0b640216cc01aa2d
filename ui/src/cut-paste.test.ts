// @vitest-environment happy-dom
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { whenLoaded } from './when-loaded.ts'
import { pasteText } from './testing/paste.ts'
import { toasts } from './toast.ts'

const field = (tag: 'textarea' | 'input', value: string): HTMLTextAreaElement | HTMLInputElement => {
  const element = document.body.appendChild(document.createElement(tag))
  element.maxLength = 10
  element.value = value
  element.setSelectionRange(value.length, value.length)
  return element
}
const said = () => toasts.get().map(({ text }) => text)

beforeAll(() => whenLoaded({ subscribe: () => () => {}, getBlocker: () => {}, state: {} } as never))
beforeEach(() => toasts.set([]))

test('a student whose prepared appeal is longer than its field is told how much was left out', async () => {
  const area = field('textarea', '老师您好：')
  await expect
    .poll(() => {
      pasteText(area, '我的分数\r\n好像算错')
      return said()
    })
    .toEqual(['这里最多10字，粘贴的内容后面4字没有放进来'])
})

test('nobody is told anything if all of it fits, or only the empty end does not, or it replaces what was chosen', () => {
  pasteText(field('textarea', '一二三'), '四五六七\n八九')
  pasteText(field('textarea', '一二三'), '四五六七八九十\n\n')
  pasteText(field('input', '一二三'), '四五\n六七八\n九十')
  const chosen = field('input', '一二三四五六七八九十')
  chosen.setSelectionRange(0, 10)
  pasteText(chosen, '十个字以内的标题')
  expect(said()).toEqual([])
})
