// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { EditorHandle } from './editor-handle.ts'
import { openRichText } from './rich-text.ts'
import { copiedPicture, pasteHtml, pasteInto, pasteText } from './testing/paste.ts'
import { toasts } from './toast.ts'

let editor: EditorHandle
let element: HTMLElement
let brought: File[]
let written: string
// What the dialog for formulas answers.
let latex = ''

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
    onFormula: (_, put) => put({ latex, display: false }),
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
  // A program names only the places of its pictures, a browser only their addresses.
  pasteHtml(text(), '<p>第一天<img src="file:///C:/1.jpg"></p><p>第二天<IMG src="https://x.example/2.png"></p>')
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
  ['a picture without a name in a table', '| 组 |\n| --- |\n| ![](/api/files/8) |'],
  ['a heading', '## 实验目的\n\n正文 **重点** *强调* [网站](https://school.example/)'],
  ['two lines', '第一行  \n第二行'],
  ['a line', '上\n\n---\n\n下'],
])('a student who moves a passage with %s has it again as it was', (_, passage) => {
  editor.put(passage)
  moveAll()
  expect(written).toBe(passage)
})

/** What is written of a text after somebody has opened it and typed a sign at its end. */
const typedAgain = (source: string): string => {
  editor.put(source)
  editor.focus('end')
  pasteText(text(), '。')
  return written.slice(0, -1)
}

/** Pastes plain text, and opens what is written of it again, as after a reload. */
const typedAndRead = (typed: string): { source: string; shown: string | null; links: (string | null)[] } => {
  pasteText(text(), typed)
  const source = written
  editor.put('')
  editor.put(source)
  const links = [...text().querySelectorAll('a')].map((link) => link.getAttribute('href'))
  return { source, shown: text().textContent, links }
}

test.each([
  ['见https://school.example/a_b，然后再看', ['https://school.example/a_b']],
  ['https://school.example/?id=1&name=x_y*z~', ['https://school.example/?id=1&name=x_y*z~']],
  [
    '（https://school.example/a）和「https://school.example/b」',
    ['https://school.example/a', 'https://school.example/b'],
  ],
  [
    'https://school.example/A_(B) 与(https://school.example/c)。',
    ['https://school.example/A_(B)', 'https://school.example/c'],
  ],
  [
    '[https://school.example/a]，www.school.example/b_c!',
    ['https://school.example/a', 'http://www.school.example/b_c'],
  ],
  ['main.py 和 a_b@school.example、http://、www.，都不是网址', []],
])('an address in %s is a link, as far as it goes, and reads as it was typed', (typed, links) => {
  const read = typedAndRead(typed)
  expect(read.links).toEqual(links)
  expect(read.shown).toBe(typed)
  expect(typedAgain(read.source)).toBe(read.source)
})

test('an address whose signs an earlier release escaped is whole again', () => {
  editor.put('见https://school.example/a\\_b?c=1&amp;d=2。')
  expect(text().textContent).toBe('见https://school.example/a_b?c=1&d=2。')
  expect(text().querySelector('a')?.getAttribute('href')).toBe('https://school.example/a_b?c=1&d=2')
})

test('a student’s paragraphs keep the two wide spaces they begin with, the first one too', () => {
  const typed = '　　春天来了。\n　　小草绿了。'
  expect(typedAndRead(typed).source).toBe('　　春天来了。\n\n　　小草绿了。')
})

test('a formula put in beside digits, letters and another formula is a formula when it is opened again', () => {
  const put = (source: string) => {
    latex = source
    editor.run('formula')
  }
  pasteText(text(), '长2')
  put(String.raw`\sqrt{3}`)
  put('a')
  pasteText(text(), 'cm，共$')
  put('b')
  const source = written
  const formulas = () => [...text().querySelectorAll('[data-formula]')].map((formula) => formula.textContent)
  const before = formulas()
  expect(before).toHaveLength(3)
  editor.put('')
  editor.put(source)
  expect(formulas()).toEqual(before)
  expect(source.replaceAll('\u2060', '')).toBe(String.raw`长2$\sqrt{3}$$a$cm，共\$$b$`)
  editor.focus('end')
  pasteText(text(), '。')
  expect(written, 'is put in once').toBe(`${source}。`)
})
