import { expect, test } from 'vitest'
import { blocksOfDocument } from './office-rules.ts'

const level = (depth: number, format: string, text: string, start = 1) =>
  `<w:lvl w:ilvl="${depth}"><w:start w:val="${start}"/><w:numFmt w:val="${format}"/><w:lvlText w:val="${text}"/></w:lvl>`
const numbering = `<w:numbering>
  <w:abstractNum w:abstractNumId="0">${level(0, 'chineseCounting', '%1、')}${level(1, 'decimal', '%2.')}${level(2, 'upperLetter', '%3.')}</w:abstractNum>
  <w:abstractNum w:abstractNumId="1">${level(0, 'decimal', '%1.')}${level(1, 'decimal', '%1.%2')}</w:abstractNum>
  <w:abstractNum w:abstractNumId="2">${level(0, 'bullet', '')}</w:abstractNum>
  <w:abstractNum w:abstractNumId="3">${level(0, 'decimalEnclosedCircle', '%1', 3)}</w:abstractNum>
  <w:num w:numId="1"><w:abstractNumId w:val="0"/></w:num>
  <w:num w:numId="2"><w:abstractNumId w:val="1"/></w:num>
  <w:num w:numId="3"><w:abstractNumId w:val="2"/></w:num>
  <w:num w:numId="4"><w:abstractNumId w:val="3"/></w:num>
  <w:num w:numId="5"><w:abstractNumId w:val="1"/><w:lvlOverride w:ilvl="0"><w:startOverride w:val="1"/></w:lvlOverride></w:num>
</w:numbering>`
const styles = `<w:styles><w:style w:styleId="2"><w:pPr><w:numPr><w:ilvl w:val="1"/><w:numId w:val="2"/></w:numPr></w:pPr></w:style></w:styles>`

const paragraph = (text: string, list = '', depth = 0) =>
  `<w:p><w:pPr>${list && `<w:numPr><w:ilvl w:val="${depth}"/><w:numId w:val="${list}"/></w:numPr>`}</w:pPr><w:r><w:t>${text}</w:t></w:r></w:p>`
const linesOf = (xml: string) =>
  blocksOfDocument(xml, { numbering, styles }).map((block) => (block.kind === 'line' ? block.text : ''))

test('a paper whose numbers Word writes itself reads as it is printed', () => {
  const body = [
    paragraph('选择题', '1'),
    paragraph('顶点是', '1', 1),
    paragraph('甲', '1', 2),
    paragraph('乙', '1', 2),
    paragraph('开口', '1', 1),
    paragraph('上', '1', 2),
    paragraph('填空题', '1'),
    paragraph('系数', '1', 1),
  ]
  expect(linesOf(body.join(''))).toEqual([
    '一、选择题',
    '1. 顶点是',
    'A. 甲',
    'B. 乙',
    '2. 开口',
    'A. 上',
    '二、填空题',
    '1. 系数',
  ])
})

test('headings are numbered by their style, lists of one kind go on, and one that begins anew begins at one', () => {
  const heading = '<w:p><w:pPr><w:pStyle w:val="2"/></w:pPr><w:r><w:t>方法</w:t></w:r></w:p>'
  const body = [
    paragraph('引言', '2'),
    heading,
    heading,
    paragraph('讨论', '2'),
    paragraph('另一份', '5'),
    paragraph('点', '3'),
  ]
  expect(linesOf(body.join(''))).toEqual(['1. 引言', '1.1 方法', '1.2 方法', '2. 讨论', '1. 另一份', '• 点'])
})

test('a list starts where it says, an empty paragraph takes no number, and a list that is nowhere has none', () => {
  expect(linesOf(paragraph('丙', '4') + paragraph('', '4') + paragraph('丁', '4') + paragraph('戊', '99'))).toEqual([
    '③ 丙',
    '④ 丁',
    '戊',
  ])
})
