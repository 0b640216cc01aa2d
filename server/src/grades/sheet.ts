import { Readable } from 'node:stream'
import { setImmediate as pause } from 'node:timers/promises'
import { csvLine, wholeDigits, type TableValue } from '@tongchuang/contract/rules/csv.ts'
import { ZipFile } from 'yazl'
import { columnName, sheetRow } from './table-rules.ts'

/** A table as it is exported: its heads, then its rows as they come. */
export type Table = {
  heads: readonly string[]
  rows: AsyncIterable<readonly TableValue[]>
  /** The indexes of columns hidden in a spreadsheet. */
  hidden?: readonly number[]
  /** The least widths of the first columns, in digits of a spreadsheet: their heads are shorter than their cells. */
  widths?: readonly number[]
  /** The number of columns that stay while a spreadsheet is scrolled sideways; none unless given. */
  frozen?: number
}

// Text is emitted in pieces of about this many characters, with a pause between them.
const PIECE = 32_768

/** Lines joined into pieces; other work gets its turn after each. */
async function* inPieces(
  first: string,
  table: Table,
  write: (row: readonly TableValue[]) => string,
  last: string,
): AsyncGenerator<string> {
  let piece = first
  for await (const row of table.rows) {
    piece += write(row)
    if (piece.length < PIECE) continue
    yield piece
    piece = ''
    await pause()
  }
  yield piece + last
}

const openedInSheets = (row: readonly TableValue[]): string => csvLine(row.map(wholeDigits))

/** A table as CSV in UTF-8, with the byte order mark by which spreadsheets recognize it. */
export const csvOf = (table: Table): Readable =>
  Readable.from(inPieces(`\ufeff${csvLine(table.heads)}`, table, openedInSheets, ''), { objectMode: false })

const xml = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const relations = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const packaged = 'http://schemas.openxmlformats.org/package/2006'

// The smallest workbook that every spreadsheet opens: one sheet with a bold, frozen head.
const parts: Readonly<Record<string, string>> = {
  '[Content_Types].xml': `${xml}<Types xmlns="${packaged}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml"/><Override PartName="/xl/worksheets/sheet1.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.worksheet+xml"/><Override PartName="/xl/styles.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.styles+xml"/></Types>`,
  '_rels/.rels': `${xml}<Relationships xmlns="${packaged}/relationships"><Relationship Id="rId1" Type="${relations}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
  'xl/_rels/workbook.xml.rels': `${xml}<Relationships xmlns="${packaged}/relationships"><Relationship Id="rId1" Type="${relations}/worksheet" Target="worksheets/sheet1.xml"/><Relationship Id="rId2" Type="${relations}/styles" Target="styles.xml"/></Relationships>`,
  'xl/styles.xml': `${xml}<styleSheet xmlns="${main}"><fonts count="2"><font><sz val="11"/><name val="Calibri"/></font><font><b/><sz val="11"/><name val="Calibri"/></font></fonts><fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills><borders count="1"><border/></borders><cellStyleXfs count="1"><xf/></cellStyleXfs><cellXfs count="2"><xf xfId="0"/><xf xfId="0" fontId="1" applyFont="1"/></cellXfs></styleSheet>`,
  'xl/workbook.xml': `${xml}<workbook xmlns="${main}" xmlns:r="${relations}"><sheets><sheet name="Sheet1" sheetId="1" r:id="rId1"/></sheets></workbook>`,
}

const widthOf = (head: string, least = 0): number => Math.max(least, Math.min(40, 6 + [...head].length * 2))

const paneOf = (frozen: number): string =>
  frozen === 0
    ? '<pane ySplit="1" topLeftCell="A2" state="frozen"/>'
    : `<pane xSplit="${frozen}" ySplit="1" topLeftCell="${columnName(frozen)}2" activePane="bottomRight" state="frozen"/>`

const opening = ({ heads, hidden = [], widths = [], frozen = 0 }: Table): string =>
  `${xml}<worksheet xmlns="${main}"><sheetViews><sheetView workbookViewId="0">${paneOf(frozen)}</sheetView></sheetViews><cols>${heads.map((head, index) => `<col min="${index + 1}" max="${index + 1}" width="${widthOf(head, widths[index])}" customWidth="1"${hidden.includes(index) ? ' hidden="1"' : ''}/>`).join('')}</cols><sheetData>${sheetRow(heads, 1, 1)}`

/** A workbook, streamed as the table is read: a table of any length takes the memory of one piece. */
export const xlsxOf = (table: Table): NodeJS.ReadableStream => {
  const zip = new ZipFile()
  for (const [path, text] of Object.entries(parts)) zip.addBuffer(Buffer.from(text), path)
  let at = 1
  const sheet = Readable.from(
    inPieces(opening(table), table, (row) => sheetRow(row, (at += 1)), '</sheetData></worksheet>'),
    { objectMode: false },
  )
  zip.addReadStream(sheet, 'xl/worksheets/sheet1.xml')
  zip.end()
  const output = zip.outputStream as Readable
  // A reader that stops ends the work; an error on the way breaks the download, so that half a file never passes for a
  // whole one.
  output.once('close', () => sheet.destroy())
  sheet.once('error', (error) => output.destroy(error))
  return output
}
