import { describe, expect, test } from 'vitest'
import { csvLine, safeFileName, safeName, sheetRow, uniqueNames } from './table-rules.ts'

describe('an exported table', () => {
  test.each(['=1+1', '+86', '-2', '@me', '\tx', '\rx'])('never runs %j as a formula', (text) => {
    expect(csvLine([text])).toMatch(/^"?'/)
  })

  test('keeps numbers as numbers and texts whole', () => {
    expect(csvLine([90.5, -3, null, 0, '欧阳, "思源"', 'a\nb'])).toBe('90.5,-3,,0,"欧阳, ""思源""","a\nb"\r\n')
    expect(sheetRow([90.5, null, '<b>&\u0000\ud800'])).toBe(
      '<row><c s="0"><v>90.5</v></c><c s="0"/><c t="inlineStr" s="0"><is><t xml:space="preserve">&lt;b&gt;&amp;\ufffd</t></is></c></row>',
    )
  })
})

describe('the name of a file in an archive', () => {
  test.each([
    ['../../etc/passwd', '_.._etc_passwd'],
    ['a:b*c?.txt', 'a_b_c_.txt'],
    ['CON', '_CON'],
    ['  . ', '_'],
    ['照片\u202egpj.exe', '照片_gpj.exe'],
  ])('%j is %j', (name, safe) => {
    expect(safeName(name)).toBe(safe)
  })

  test('is cut before its ending', () => {
    expect(safeFileName(`${'长'.repeat(100)}.docx`)).toBe(`${'长'.repeat(60)}.docx`)
  })

  test('is there once, whatever its case', () => {
    const once = uniqueNames()
    expect(['a.txt', 'A.txt', 'a.txt', 'b'].map(once)).toEqual(['a.txt', 'A (2).txt', 'a (3).txt', 'b'])
  })
})
