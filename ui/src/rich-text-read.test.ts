// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { EditorHandle } from './editor-handle.ts'
import { openRichText } from './rich-text.ts'
import { pasteHtml, pasteText } from './testing/paste.ts'

let editor: EditorHandle
let element: HTMLElement
let written: string

beforeEach(() => {
  written = ''
  element = document.body.appendChild(document.createElement('div'))
  editor = openRichText(element, {
    ...{ value: '', label: '正文', describedBy: '', placeholder: '', className: '' },
    urlOf: (file_id) => (file_id === 7 ? '/api/files/7?signature=c.d' : null),
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

/** The text with its tags and their places, without what only looks. */
const shape = (): string =>
  element
    .querySelector('[contenteditable]')!
    .innerHTML.replaceAll(/<colgroup>.*?<\/colgroup>/g, '')
    .replaceAll(/ (target|rel|class|style|data-[a-z]+|contenteditable|draggable|colspan|rowspan)="[^"]*"/g, '')

test.each([
  ['bold before Chinese', '<p><strong>注意：</strong>请看</p>'],
  ['bold in Chinese quotation marks', '<p>他说<strong>“好”</strong>了，<strong>"也好"</strong>呢</p>'],
  ['italics twice', '<p><em>（一）</em>二<em>三。</em>四</p>'],
  ['italics in bold', '<p><strong>一、<em>二</em></strong>三<em>四<strong>五。</strong></em>六</p>'],
  ['bold and italic words', '<p>前<strong><em>「重」</em></strong>后</p>'],
  ['bold words side by side', '<p><em>「一」</em><strong>「二」</strong>三<strong>😀！</strong>四</p>'],
  ['what was struck out', '<p>中<s>（删）</s>文</p>'],
  ['stars that are signs', '<p>2*3*4，**不是粗体：**，~~也不~~</p>'],
  ['a list that is not finished', '<ul><li><p>一</p></li><li><p></p></li></ul>'],
  ['a numbered list that is not finished', '<ol><li><p>一</p></li><li><p></p></li></ol>'],
  ['an answer left blank', '<ol><li><p>一</p></li><li><p></p></li><li><p>三</p></li></ol>'],
  ['an empty item in an item', '<ul><li><p>一</p><ul><li><p></p></li></ul></li></ul>'],
  ['an empty quotation', '<blockquote><p></p></blockquote><p>后</p>'],
  [
    'lists in a list',
    '<ol><li><p>一</p><ul><li><p>甲</p></li></ul></li><li><p>二</p><ol><li><p>乙</p></li></ol></li></ol>',
  ],
  ['two paragraphs in an item', '<ol><li><p>一</p><p>续</p></li><li><p>二<br>换行</p></li></ol>'],
  ['a list from nine', '<ol start="9"><li><p>九</p></li><li><p>十</p></li></ol>'],
  ['options', '<p>A. 苹果</p><p>B. 香蕉</p>'],
  ['a name with an initial', '<p>M. Curie</p><p>IV. 结论</p><p>a) 甲</p>'],
  ['code in an item', '<ol><li><p>代码</p><pre><code>if x:\n\n  print(1)</code></pre></li><li><p>二</p></li></ol>'],
  ['code with fences', '<pre><code>```\nx\n```</code></pre><p>后</p>'],
  ['a quotation in an item', '<ol><li><p>一</p><blockquote><p>引</p></blockquote></li></ol>'],
  [
    'a table',
    '<table><tbody><tr><th><p>a|b</p></th><th><p></p></th></tr><tr><td><p><strong>甲：</strong>乙</p></td><td><p>丙</p></td></tr></tbody></table>',
  ],
])('a student who opens a draft again finds %s as it was', (_, html) => {
  pasteHtml(element.querySelector('[contenteditable]')!, html)
  const before = shape()
  editor.put('')
  editor.put(written)
  expect(shape()).toBe(before)
})

test('the space in a copied address does not end it', () => {
  pasteHtml(element.querySelector('[contenteditable]')!, '<p><a href="https://school.example/a b">报告</a></p>')
  expect(written).toBe('[报告](https://school.example/a%20b)')
})

const table = '| 组 | 结果 |\n| --- | --- |\n| 甲 | **蓝** |'
const program = '```python\n# 计算\nfor i in range(3):\n    print(i)\n```'

test.each([
  ['a table', `如下：\n\n${table}\n\n完`, `如下：\n\n${table}\n\n完`],
  ['code between fences', `## 代码\n${program}`, `## 代码\n\n${program}`],
  ['formulas between brackets', '勾股：\\( a^2+b^2 \\)，\\[ E=mc^2 \\]', '勾股：$a^2+b^2$，$$E=mc^2$$'],
  ['a program with a remark', '# 计算\nif x:\n    f(x)', '\\# 计算\n\nif x:\n\n&#160;&#160;&#160;&#160;f(x)'],
  ['brackets in a sentence', '(一) 与 [二] \\( 未完', '(一) 与 \\[二\\] \\\\( 未完'],
])('a student who pastes Markdown with %s has it in the text', (_, typed, source) => {
  pasteText(element.querySelector('[contenteditable]')!, typed)
  expect(written).toBe(source)
})

test('what is pasted into code stays as it is', () => {
  editor.put('```\nx\n```')
  editor.focus('end')
  pasteText(element.querySelector('[contenteditable]')!, `\\(a\\)\n${table}`)
  expect(written).toBe(`\`\`\`\nx\\(a\\)\n${table}\n\`\`\``)
})

const katexOf = (latex: string, attributes = '') =>
  `<span class="katex"><math${attributes}><semantics><mi>x</mi><annotation encoding="application/x-tex">${latex}\n</annotation></semantics></math></span>`

test('a student who copies from a task has its formulas, and from the earlier version its own pictures', () => {
  const shown = `<p>设${katexOf('x_1')}</p><p>${katexOf('E=mc^2', ' display="block"')}</p>`
  const pictures = '<p><img src="/api/files/7?signature=a.b" alt="第一页"><img src="/api/files/8" alt="别人的"></p>'
  pasteHtml(element.querySelector('[contenteditable]')!, shown + pictures)
  expect(written).toBe('设$x_1$\n\n$$E=mc^2$$\n\n![第一页](/api/files/7)')
})
