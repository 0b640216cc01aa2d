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
const text = () => element.querySelector('[contenteditable]')!

/** What is written of a pasted passage, which reads the same once the draft is opened again. */
const pasted = (html: string): string => {
  pasteHtml(text(), html)
  const source = written
  editor.put('')
  editor.put(source)
  editor.focus('end')
  if (!source.endsWith('```') && !source.endsWith('|')) {
    pasteText(text(), '。')
    expect(written.slice(0, -1)).toBe(source)
  }
  return source
}

test.each([
  ['密度1.0×10<sup><span lang="EN-US">3</span></sup> kg/m<sup>3</sup>', '密度1.0×10³ kg/m³'],
  ['2H<sub>2</sub>O，CO<sub>3</sub><sup>2-</sup>', '2H₂O，CO₃²⁻'],
  ['x<span style="vertical-align:super">n+1</span>，a<sub>n</sub>', 'xⁿ⁺¹，aₙ'],
  ['v<sub>平均</sub>，10<sup>甲</sup>', 'v\\_(平均)，10^甲'],
  ['见第三章<sup>[1]</sup>', '见第三章\\[1\\]'],
])('a student who pastes %s has the raised and lowered signs, and no other number', (html, source) => {
  expect(pasted(`<p>${html}</p>`)).toBe(source)
})

test.each([
  [
    'several paragraphs and a list in its cells',
    '<table><tr><td><p>次数</p></td><td><p>结果</p></td></tr><tr><td><p>1</p></td><td><p>3.2</p><p>&nbsp;</p><ul><li><p>甲</p></li><li>乙</li></ul></td></tr></table>',
    '| 次数 | 结果 |\n| --- | --- |\n| 1 | 3.2 • 甲 • 乙 |',
  ],
  [
    'merged cells',
    '<table><tr><td rowspan="2">组</td><td colspan="2">长度</td></tr><tr><td>前</td><td>后</td></tr><tr><td>甲</td><td>1</td></tr></table>',
    '| 组 | 长度 |  |\n| --- | --- | --- |\n|  | 前 | 后 |\n| 甲 | 1 |  |',
  ],
  [
    'a heading, a quotation and code in its cells',
    '<table><tr><th><h3>名</h3></th><th>值</th></tr><tr><td><blockquote>引</blockquote></td><td><pre>x = 1\ny = 2</pre></td></tr></table>',
    '| 名 | 值 |\n| --- | --- |\n| 引 | `x = 1` `y = 2` |',
  ],
  [
    'a table in a cell',
    '<table><tr><td>外<table><tr><td>一</td><td>二</td></tr></table></td><td>右</td></tr></table>',
    '| 外 一 二 | 右 |\n| --- | --- |',
  ],
  ['one cell as a frame', '<table><tr><td><p>一</p><p>二</p></td></tr></table>', '一\n\n二'],
])('a student who pastes a table with %s has all of it in one table', (_, html, source) => {
  expect(pasted(html)).toBe(source)
})

const program = 'def f(x):\n    return x * 2 ** 3\n\nprint(f(2))'

test.each([
  [
    'an editor of programs',
    '<div style="font-family: Consolas, monospace;white-space: pre;"><div><span>def</span><span> f(x):</span></div><div><span>    return x * 2 ** 3</span></div><br><div>print(f(2))</div></div>',
    `\`\`\`\n${program}\n\`\`\``,
  ],
  [
    'a document with a line in each tag',
    '<pre><code><div>def f(x):</div><div>    return x * 2 ** 3</div><div><br></div><div>print(f(2))</div></code></pre>',
    `\`\`\`\n${program}\n\`\`\``,
  ],
  [
    'a chat with buttons above it',
    `<pre><div><div>python</div><button>复制代码</button><div><code class="language-python">${program}\n</code></div></div></pre>`,
    `\`\`\`python\n${program}\n\`\`\``,
  ],
])('a student who pastes code of %s has it with its lines, indents and signs', (_, html, source) => {
  expect(pasted(html)).toBe(source)
})

test('a word of a program stays in the sentence it is pasted into', () => {
  editor.put('变量')
  editor.focus('end')
  pasteHtml(text(), '<div style="font-family:Consolas;white-space: pre;"><div><span>__name__</span></div></div>')
  expect(written).toBe('变量`__name__`')
})

test('the marks of lists of Word are marks, and a box or sign drawn by a typeface is what it shows', () => {
  const item = (style: string, mark: string, words: string) =>
    `<p style="mso-list:l0 level1 lfo1"><span style="${style}"><span style="mso-list:Ignore">${mark}<span>&nbsp;&nbsp; </span></span></span>${words}</p>`
  const list = item('font-family:Wingdings', 'l', '观察') + item('', '1.', '取样')
  const signs =
    '<p><span style="font-family:&quot;Wingdings 2&quot;">R</span>是，<span style="font-family:Symbol">a</span>角</p>'
  expect(pasted(list + signs)).toBe('• 观察\n\n1\\. 取样\n\n☑是，α角')
})

test('words are bold, or not, by their style, and a blank to be filled in stays a blank', () => {
  expect(
    pasted(
      '<b style="font-weight:normal"><p><span style="font-weight:700">粗</span>常<span style="text-decoration:line-through">删</span></p></b><p>答：<u>&nbsp;&nbsp;&nbsp;&nbsp;</u></p><ul><li><input type="checkbox" checked>做了</li></ul>',
    ),
  ).toBe('**粗**常~~删~~\n\n答：\\_\\_\\_\\_\n\n- ☑ 做了')
})

test('a fraction that a page has drawn is a fraction', () => {
  expect(pasted('<p>得<math><mfrac><mn>1</mn><msqrt><mn>2</mn></msqrt></mfrac></math></p>')).toBe(
    '得$\\frac{1}{\\sqrt{2}}$',
  )
})

test.each([
  ['面积 = 2 * 3 * 4 和 2 ** 3 ** 4', '面积 = 2 \\* 3 \\* 4 和 2 \\*\\* 3 \\*\\* 4'],
  ['类的 __init__ 和 _x_ 方法', '类的 \\_\\_init\\_\\_ 和 \\_x\\_ 方法'],
  ['int *p, *q; int *a,*b;', 'int \\*p, \\*q; int \\*a,\\*b;'],
  ['这是 **重点** 和 *强调*', '这是 **重点** 和 *强调*'],
])('a student who pastes %s has all its signs', (typed, source) => {
  pasteText(text(), typed)
  expect(written).toBe(source)
})

test('a student who pastes cells on a phone, which copies only their words, has a table', () => {
  pasteText(text(), '姓名\t分数\t备注\r\n买买提·吐尔逊\t98.5\t\r\n张𠮷\t*\ta|b\r\n')
  expect(written).toBe(
    '| 姓名 | 分数 | 备注 |\n| --- | --- | --- |\n| 买买提·吐尔逊 | 98.5 |  |\n| 张𠮷 | \\* | a\\|b |',
  )
  editor.put('')
  pasteText(text(), '\tif x:\n\treturn')
  expect(written).not.toContain('|')
})

test.each([
  ['lines', () => pasteText(text(), '一\n二\n三'), '2一 二 三'],
  ['paragraphs', () => pasteHtml(text(), '<p>一</p><p><b>二</b></p>'), '2一 **二**'],
  ['a list', () => pasteHtml(text(), '<ul><li>一</li><li>二</li></ul>'), '2一 二'],
  ['a heading', () => pasteHtml(text(), '<h2>题</h2><p>文</p>'), '2题 文'],
  ['one line', () => pasteText(text(), '一'), '2一'],
])('a student who pastes %s into a cell has it in that cell, behind what stood there', (_, paste, cell) => {
  editor.put('| 甲 | 乙 |\n| --- | --- |\n| 1 | 2 |')
  editor.focus('end')
  paste()
  expect(written).toBe(`| 甲 | 乙 |\n| --- | --- |\n| 1 | ${cell} |`)
})

test('a poem keeps its stanzas and the indents of its lines', () => {
  pasteText(text(), '　　静夜思\r\n床前明月光，\r\n\r\n\r\n举头望明月，\r\n  低头思故乡。\r\n')
  expect(written).toBe('　　静夜思  \n床前明月光，\n\n举头望明月，  \n&#160;&#160;低头思故乡。')
})

test('the answer of a chat is read as it was meant, with its list of things to do', () => {
  pasteText(text(), '### 思路\n\n先求**判别式**。\n\n- [x] 审题\n- [ ] 检验')
  expect(written).toBe('### 思路\n\n先求**判别式**。\n\n- ☑ 审题\n- ☐ 检验')
  editor.put('')
  pasteText(text(), '## 说明\nimport os\n- x')
  expect(written).toContain('\\## 说明')
})
