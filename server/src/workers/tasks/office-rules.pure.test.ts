import { expect, test } from 'vitest'
import { blocksOfDocument, dayFormats, linesOfSlide, meant, rowsOfSheet, sharedTexts } from './office-rules.ts'

test('entities mean their letters, and one that no text may hold is a space', () => {
  expect(meant('3 &lt; 5 &amp;&#x4f60;&#22909;')).toBe('3 < 5 &你好')
  expect(meant('a&#0;b&#xD800;c&nbsp;')).toBe('a b c&nbsp;')
})

test('a document of Word is read as headings, lines and tables; what is drawn twice is read once', () => {
  const xml = `<w:body>
    <w:p><w:pPr><w:pStyle w:val="Heading2"/></w:pPr><w:r><w:t>观察</w:t></w:r></w:p>
    <w:p><w:r><w:t>第一</w:t><w:tab/><w:t>天</w:t></w:r><mc:Fallback><w:t>第一天</w:t></mc:Fallback></w:p>
    <w:p/>
    <w:tbl><w:tr><w:tc><w:p><w:r><w:t>日期</w:t></w:r></w:p></w:tc><w:tc><w:p><w:r><w:t>高</w:t></w:r></w:p></w:tc></w:tr></w:tbl>
  </w:body>`
  expect(blocksOfDocument(xml)).toEqual([
    { kind: 'line', level: 2, text: '观察' },
    { kind: 'line', level: 0, text: '第一\t天' },
    { kind: 'table', rows: [['日期', '高']] },
  ])
})

const run = (words: string, look = '') =>
  `<w:r><w:rPr>${look && `<w:vertAlign w:val="${look}script"/>`}</w:rPr><w:t>${words}</w:t></w:r>`
const math = (words: string) => `<m:r><m:t>${words}</m:t></m:r>`

test.each([
  [run('1.0×10') + run('3', 'super') + run(' kg'), '1.0×10³ kg'],
  [run('H') + run('2', 'sub') + run('O'), 'H₂O'],
  [`${run('得')}<m:oMath><m:f><m:num>${math('1')}</m:num><m:den>${math('x+1')}</m:den></m:f></m:oMath>`, '得1/(x+1)'],
  [
    `<m:oMath><m:sSup><m:e>${math('x')}</m:e><m:sup>${math('2')}</m:sup></m:sSup>${math('=')}<m:rad><m:deg/><m:e>${math('3')}</m:e></m:rad></m:oMath>`,
    'x²=√3',
  ],
  [
    `<m:oMath><m:nary><m:naryPr><m:chr m:val="∑"/></m:naryPr><m:sub>${math('i=1')}</m:sub><m:sup>${math('n')}</m:sup><m:e><m:d><m:e>${math('a')}</m:e></m:d></m:e></m:nary></m:oMath>`,
    '∑ᵢ₌₁ⁿ(a)',
  ],
  [`<w:r><w:sym w:font="Wingdings 2" w:char="F052"/></w:r>${run('是')}`, '☑是'],
])('who reads a work in Word reads no other number, formula or sign than its author wrote: %#', (words, text) => {
  expect(blocksOfDocument(`<w:p>${words}</w:p>`)).toEqual([{ kind: 'line', level: 0, text }])
})

test('so it is in a slide and in a cell', () => {
  expect(linesOfSlide('<a:p><a:r><a:t>cm</a:t></a:r><a:r><a:rPr baseline="30000"/><a:t>2</a:t></a:r></a:p>')).toEqual([
    'cm²',
  ])
  expect(
    sharedTexts('<si><r><t>m</t></r><r><rPr><vertAlign val="superscript"/></rPr><t>3</t></r><r><t>/s</t></r></si>'),
  ).toEqual(['m³/s'])
})

test('behind a cell across several columns the others stay in theirs', () => {
  const cell = (text: string, wide = '') =>
    `<w:tc><w:tcPr>${wide && `<w:gridSpan w:val="${wide}"/>`}</w:tcPr><w:p><w:r><w:t>${text}</w:t></w:r></w:p></w:tc>`
  const table = `<w:tbl><w:tr>${cell('合计', '2')}${cell('50')}</w:tr><w:tr>${['甲', '乙', '丙'].map((one) => cell(one)).join('')}</w:tr></w:tbl>`
  const rows = [
    ['合计', '', '50'],
    ['甲', '乙', '丙'],
  ]
  expect(blocksOfDocument(table)).toEqual([{ kind: 'table', rows }])
})

test('a slide is read line by line', () => {
  expect(linesOfSlide('<a:p><a:t>标题</a:t></a:p><a:p/><a:p><a:t>一</a:t><a:br/><a:t>二</a:t></a:p>')).toEqual([
    '标题',
    '一\n二',
  ])
})

test('how a word is read aloud is no part of a cell', () => {
  expect(sharedTexts('<si><t>学</t><rPh><t>がく</t></rPh><t>校</t></si><si/>')).toEqual(['学校', ''])
})

test('a day stands as a day, a word of a format in quotation marks makes none', () => {
  const styles = `<numFmts><numFmt numFmtId="170" formatCode="yyyy&quot;年&quot;"/><numFmt numFmtId="171" formatCode="0&quot;days&quot;"/></numFmts>
    <cellStyleXfs><xf numFmtId="14"/></cellStyleXfs>
    <cellXfs><xf numFmtId="0"/><xf numFmtId="14"/><xf numFmtId="170"/><xf numFmtId="171"/></cellXfs>`
  expect(dayFormats(styles)).toEqual([false, true, true, false])
})

test('a number that a computer keeps a little beside what was typed is shown as it was typed', () => {
  const xml = '<row><c r="A1"><v>83.299999999999997</v></c><c r="B1"><v>0.1</v></c><c r="C1"><v>12</v></c></row>'
  expect(rowsOfSheet(xml, { shared: [], days: [], most: { rows: 9, columns: 9 } }).rows).toEqual([
    ['83.3', '0.1', '12'],
  ])
})

test('cells stand in their columns, days and shared words as one reads them, and a sheet ends at its bounds', () => {
  const xml = `<row><c r="A1" t="s"><v>0</v></c><c r="C1" s="1"><v>46307</v></c></row><row><c r="A2"/></row>
    <row><c r="B3" t="b"><v>1</v></c><c r="D3"><v>7</v></c></row>`
  const sheet = (rows: number) =>
    rowsOfSheet(xml, { shared: ['日期'], days: [false, true], most: { rows, columns: 3 } })
  expect(sheet(9)).toEqual({
    rows: [
      ['日期', '', '2026-10-12'],
      ['', 'TRUE'],
    ],
    cut: false,
  })
  expect(sheet(1)).toMatchObject({ cut: true })
})
