import { cellText, csvLine, typedText } from '@tongchuang/contract/rules/csv.ts'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { sheetRow } from './table-rules.ts'

/**
 * The cells of CSV text as a program reads them that expects this separator; quotes count where a cell begins with one.
 */
const cellsOf = (csv: string, separator: string): string[] => {
  const cells: string[] = []
  let cell = ''
  let isQuoted = false
  let isBegin = true
  for (let at = 0; at < csv.length; at += 1) {
    const char = csv[at] ?? ''
    if (isQuoted) {
      if (char !== '"') cell += char
      else if (csv[at + 1] === '"') {
        cell += char
        at += 1
      } else isQuoted = false
    } else if (isBegin && char === '"') isQuoted = true
    else if (char === separator || char === '\n' || char === '\r') {
      cells.push(cell)
      cell = ''
      isBegin = true
      continue
    } else cell += char
    isBegin = false
  }
  return [...cells, cell]
}

const unseen = /^[\p{White_Space}\p{Default_Ignorable_Code_Point}\p{Cc}\p{Cf}\u2800]*/u
const isFormula = (cell: string): boolean =>
  ['NFC', 'NFD', 'NFKC', 'NFKD'].some((form) => /^[=+\-@|%\u2212]/.test(cell.normalize(form).replace(unseen, '')))

const nasty = fc.constantFrom(
  ...'=+-@|%;,\t\r\n"\' \u00a0\u200b\ufeff\u3000＝＋－＠｜％﹦⁼₌⩵−－≠¨x一1\u0001\v\u2028\u3164\u00ad',
)
const typed = fc.oneof(
  fc.array(nasty, { maxLength: 12 }).map((chars) => chars.join('')),
  fc.string({ unit: 'grapheme', maxLength: 12 }),
)

describe('an exported table', () => {
  test.each([
    '=1+1',
    '+86',
    '-2',
    '@me',
    '＝1+1',
    ' =1+1',
    '\u200b=1+1',
    '\ufeff＝1',
    '"=1+1',
    '|calc',
    '%0A',
    '−1',
    "\u3000＋cmd|' /C calc'!A0",
  ])('never runs %j as a formula', (text) => {
    expect(csvLine([text])).toMatch(/^"?'/)
    expect(sheetRow([text], 2)).toContain('preserve">\'')
  })

  test('never runs a formula that stands behind another separator or a line end', () => {
    expect(csvLine(['张三', 'x;=1+1'])).toBe("张三,x;'=1+1\r\n")
    expect(csvLine(['一\n=1+1', 'a;"=1+1'])).toBe('"一\n\'=1+1","a;\'""=1+1"\r\n')
    expect(csvLine(['\t=1+1', '\r=1+1'])).toBe('\t\'=1+1,"\r\'=1+1"\r\n')
    expect(csvLine([-3, -3])).toBe("'-3,-3\r\n")
  })

  test('has no cell that begins like a formula, whichever separator its reader expects and however it folds letters', () => {
    fc.assert(
      fc.property(fc.array(fc.array(typed, { minLength: 1, maxLength: 4 }), { minLength: 1, maxLength: 3 }), (rows) => {
        const csv = rows.map(csvLine).join('')
        for (const separator of [',', ';', '\t']) expect(cellsOf(csv, separator).filter(isFormula)).toEqual([])
        for (const text of rows.flat()) expect(isFormula(cellText(text))).toBe(false)
      }),
      { numRuns: 3_000 },
    )
  })

  test('loses nothing that was typed: our apostrophes can be told from others', () => {
    fc.assert(
      fc.property(typed, (text) => {
        expect(typedText(cellText(text))).toBe(text)
        const [read = ''] = cellsOf(csvLine([text.replaceAll(/[\r\n\v\f\x85\u2028\u2029]/g, ' ')]), ',')
        expect(
          read
            .split(/([;\t])/)
            .map((part) => typedText(part))
            .join(''),
        ).toBe(text.replaceAll(/[\r\n\v\f\x85\u2028\u2029]/g, ' '))
      }),
      { numRuns: 3_000 },
    )
  })

  test('leaves what people write as it is', () => {
    for (const text of ['欧阳思源', '第一题 -2 分', 'A+', '（一）', '《我的母亲》', '5 = 5', '😀', '', '·', '“好”'])
      expect(cellText(text)).toBe(text)
  })

  test('keeps numbers as numbers and texts whole', () => {
    expect(csvLine([90.5, -3, null, 0, '欧阳, "思源"', 'a\nb'])).toBe('90.5,-3,,0,"欧阳, ""思源""","a\nb"\r\n')
    expect(sheetRow([90.5, null, '<b>&\u0000\ud800'], 7)).toBe(
      '<row r="7"><c r="A7" s="0"><v>90.5</v></c><c r="B7" s="0"/><c r="C7" s="0" t="inlineStr"><is><t xml:space="preserve">&lt;b&gt;&amp;\ufffd</t></is></c></row>',
    )
  })

  test('says of each cell where it is, beyond the twenty-sixth column too', () => {
    expect(
      [
        ...sheetRow(
          Array.from({ length: 29 }, () => 1),
          3,
        ).matchAll(/<c r="(\w+)"/g),
      ]
        .slice(24)
        .map(([, at]) => at),
    ).toEqual(['Y3', 'Z3', 'AA3', 'AB3', 'AC3'])
  })
})
