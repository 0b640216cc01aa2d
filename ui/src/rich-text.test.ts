// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { EditorHandle } from './editor-handle.ts'
import { openRichText } from './rich-text.ts'
import { copiedPicture, pasteInto } from './testing/paste.ts'
import { toasts } from './toast.ts'

let editor: EditorHandle
let element: HTMLElement
let brought: File[]
let written: string

beforeEach(() => {
  brought = []
  written = ''
  element = document.body.appendChild(document.createElement('div'))
  editor = openRichText(element, {
    ...{ value: '', label: '正文', describedBy: '', placeholder: '', className: '' },
    urlOf: () => null,
    onChange: (markdown) => (written = markdown),
    onBlur: () => {},
    onFiles: (files) => brought.push(...files),
    onFormula: () => {},
  })
})
afterEach(() => {
  editor.close()
  element.remove()
})
const text = () => element.querySelector('[contenteditable]')!

test('a student who pastes cells of Excel has a table in the text, and no picture of it among the files', () => {
  pasteInto(text(), 'cells')
  expect(brought).toEqual([])
  expect(written).toMatch(/\| Ada +\| 152 +\|/)
})

test('a student who pastes a screenshot brings a file', () => {
  expect(pasteInto(text(), 'screenshot')).toBe(false)
  expect(brought).toEqual([copiedPicture])
  expect(written).toBe('')
})

test('a student who pastes a report is told that its pictures did not come along', () => {
  pasteInto(text(), 'report')
  expect(written).toBe('第一天\n\n第二天')
  expect(toasts.get().at(-1)?.text).toBe('2张图片没有贴进来，请一张一张复制，或者作为文件添加')
})

/** Cuts the whole text and pastes it again, with what the editor itself puts on the clipboard. */
const moveAll = (): void => {
  const clipboard: Record<string, string> = {}
  const clipboardData = {
    files: [],
    types: ['text/html', 'text/plain'],
    clearData: () => undefined,
    setData: (type: string, value: string) => (clipboard[type] = value),
    getData: (type: string) => clipboard[type] ?? '',
  }
  const send = (kind: string) =>
    text().dispatchEvent(Object.assign(new Event(kind, { bubbles: true, cancelable: true }), { clipboardData }))
  text().dispatchEvent(
    new KeyboardEvent('keydown', { key: 'a', keyCode: 65, ctrlKey: true, bubbles: true, cancelable: true }),
  )
  send('cut')
  expect(written).toBe('')
  send('paste')
}

test.each([
  ['a picture', '叶片 ![第一页 \\[左\\]](/api/files/7) 变蓝'],
  ['a formula in a line', '面积 $x^2*y$ 和 $a_1$'],
  ['a formula of its own', '$$E=mc^2$$'],
  ['a list in a list', '- 一\n  - 二\n- 三'],
  ['numbers from three', '3. 三\n4. 四'],
  ['a quotation', '> 天街小雨润如酥'],
  ['code', '```python\nprint(1)\n\nprint(2)\n```'],
  ['code in a line', '用 `*x*` 写'],
  ['a table', '| 组 | 结果 |\n| --- | --- |\n| 甲 | ![图](/api/files/8) |'],
  ['a heading', '## 实验目的\n\n正文 **重点** *强调* [网站](https://school.example/)'],
  ['two lines', '第一行  \n第二行'],
  ['a line', '上\n\n---\n\n下'],
])('a student who moves a passage with %s has it again as it was', (_, passage) => {
  editor.put(passage)
  moveAll()
  expect(written).toBe(passage)
})
