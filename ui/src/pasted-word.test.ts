// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { EditorHandle } from './editor-handle.ts'
import { openRichText } from './rich-text.ts'
import { pasteHtml } from './testing/paste.ts'

let editor: EditorHandle
let element: HTMLElement
let written: string

beforeEach(() => {
  written = ''
  element = document.body.appendChild(document.createElement('div'))
  editor = openRichText(element, {
    ...{ value: '', label: '说明', describedBy: '', placeholder: '', className: '' },
    urlOf: () => null,
    onChange: (markdown) => (written = markdown),
    onBlur: () => {},
    onFiles: () => {},
    onFormula: () => {},
  })
})
afterEach(() => {
  editor.close()
  element.remove()
})

const pasted = (html: string): string => {
  pasteHtml(element.querySelector('[contenteditable]')!, html)
  return written
}
const cell = (words: string, spans = '') =>
  `<td ${spans}>${words
    .split('/')
    .map((line) => `<p class=MsoNormal>${line}</p>`)
    .join('\n ')}</td>`

test('a teacher who pastes a table of Word has each cell in its column, also below and beside merged ones', () => {
  const rows = [
    [cell('项目'), cell('要求'), cell('分值')],
    [cell('内容', 'rowspan=2'), cell('真实具体/有细节'), cell('30')],
    [cell('主题明确'), cell('20')],
    [cell('合计', 'colspan=2'), cell('50')],
  ]
  const html = `<html xmlns:w="urn:schemas-microsoft-com:office:word"><body><!--StartFragment--><table class=MsoTableGrid>${rows.map((row) => `<tr>${row.join('\n')}</tr>`).join('')}</table><!--EndFragment--></body></html>`
  expect(pasted(html).split('\n')).toEqual([
    '| 项目 | 要求 | 分值 |',
    '| --- | --- | --- |',
    '| 内容 | 真实具体 有细节 | 30 |',
    '|  | 主题明确 | 20 |',
    '| 合计 |  | 50 |',
  ])
})

test('a list in a cell stays in the cell, and a row with fewer cells than the others is filled', () => {
  const table =
    '<table><tr><td>步骤</td><td>用时</td></tr><tr><td><ul><li>讨论</li><li>写作</li></ul></td></tr></table>'
  expect(pasted(table).split('\n').at(-1)).toBe('| • 讨论 • 写作 |  |')
})

test.each([
  ['3×10<sup>8</sup> m/s', '3×10⁸ m/s'],
  ['x<sup>-2</sup>＋y<sup>n+1</sup>', 'x⁻²＋yⁿ⁺¹'],
  ['H<sub>2</sub>O，a<sub>n</sub>', 'H₂O，aₙ'],
  ['CO<sub>3</sub><sup>2-</sup>', 'CO₃²⁻'],
  ['x<sup>1/2</sup>', 'x^(1/2)'],
  ['结论<sup>[1]</sup>成立', '结论\\[1\\]成立'],
])('raised and lowered numbers of %s keep what they say', (html, text) => {
  expect(pasted(`<p>${html}</p>`)).toBe(text)
})
