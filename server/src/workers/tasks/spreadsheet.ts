import { Refusal } from '@tongchuang/contract/errors.ts'
import { parse as parseCsv } from 'csv-parse/sync'
import { readSheet } from 'read-excel-file/node'
import { invalid } from '../../http/problem.ts'
import { nameText, wordsText } from '../cell-rules.ts'
import { maxCell, maxColumns, maxRows, type SheetKind } from '../sheet-limits.ts'
import { isSavedPage } from './saved-page.ts'
import { checkedWorkbook, problems } from './workbook.ts'

/** A sheet as it was found; `rows` is null where it cannot be read within the bounds; `hidden` are some of them. */
export type FoundSheet = { name: string; rows: number | null; width: number; hidden?: number }

/**
 * A list as it was read. `lines` are the rows that hold something, a line of JSON each: sheet from 0, line in the sheet
 * from 1, cells. As bytes: thousands of rows reach the process as one value outside of its heap, and are taken out in
 * parts.
 */
export type ReadList = { encoding: string; sheets: FoundSheet[]; lines: Uint8Array }

// Characters that all cells of a list may have together; a text that a spreadsheet repeats counts each time.
const maxText = 4 * 2 ** 20
// Characters of a line in which the separator is searched.
const maxLine = 64 * 2 ** 10
// Lines of a text, empty ones too.
const maxRead = 4 * maxRows
// A workbook cell longer than this stays too long whatever tidying removes.
const maxRawCell: Readonly<Record<SheetKind, number>> = { people: 4 * maxCell.people, words: maxCell.words }

const unreadable = (zh: string, en: string) => invalid('file', zh, en)

/** A file or pasted text, and the kind of list: it decides what a cell may hold and how it is tidied. */
export type SheetToRead = { given: Uint8Array | string; kind: SheetKind }

type Cells = { name: string; rows: string[][] | null; hidden?: number }

/**
 * Reads a list as people have it: XLSX, CSV in UTF-8, GBK or UTF-16 with commas, tabs or semicolons, or pasted text.
 * Every cell is text, as it was written.
 */
export const readSheetFile = async ({ given, kind }: SheetToRead): Promise<ReadList> => {
  const { encoding, sheets }: { encoding: string; sheets: Cells[] } =
    typeof given === 'string'
      ? { encoding: 'utf-8', sheets: [{ name: '', rows: readText(given) }] }
      : await readBytes(Buffer.from(given), kind)
  const tidied = tidier(kind, encoding === 'xlsx')
  const lines: string[] = []
  const found = sheets.map(({ name, rows, hidden = 0 }, sheet): FoundSheet => {
    if (rows === null) return { name, rows: null, width: 0 }
    const before = lines.length
    let width = 0
    for (const [at, row] of rows.entries()) {
      const cells = tidyRow(row, tidied)
      if (cells.every((cell) => cell === '')) continue
      width = Math.max(width, cells.length)
      lines.push(JSON.stringify([sheet, at + 1, cells]))
    }
    if (lines.length - before > maxRows + 1) throw tooManyRows()
    return { name, rows: lines.length - before, width, ...(hidden > 0 && { hidden }) }
  })
  if (lines.length === 0) throw unreadable('表里没有内容', 'There is nothing in the table')
  return { encoding, sheets: found, lines: new TextEncoder().encode(lines.join('\n')) }
}

const tooManyRows = () =>
  unreadable(`一次最多${maxRows}行，请分开导入`, `At most ${maxRows} rows at a time: split the list`)

const readBytes = async (bytes: Buffer, kind: SheetKind): Promise<{ encoding: string; sheets: Cells[] }> => {
  if (bytes.subarray(0, 4).equals(Buffer.from([0x50, 0x4b, 3, 4])))
    return { encoding: 'xlsx', sheets: await readXlsx(bytes, maxCell[kind]) }
  if (bytes.subarray(0, 4).equals(Buffer.from([0xd0, 0xcf, 0x11, 0xe0])))
    throw unreadable(
      '这是旧的.xls格式，或加了密码，请另存为不加密的.xlsx或CSV',
      'This is the old .xls format or has a password: save it as plain .xlsx or CSV',
    )
  const { text, encoding } = decode(bytes)
  if (isSavedPage(text))
    throw unreadable(
      '这个文件里其实是网页，不是表格：请用Excel或WPS打开，另存为.xlsx再导入',
      'The file is a web page, not a table: open it with Excel or WPS and save it as .xlsx',
    )
  return { encoding, sheets: [{ name: '', rows: readText(text) }] }
}

/** Parses a text as a table; the separator is detected, because tables pasted from a spreadsheet have tabs. */
const readText = (text: string): string[][] => {
  const shape = {
    bom: true,
    delimiter: delimiterOf(text),
    relax_column_count: true,
    relax_quotes: true,
    skip_empty_lines: false,
  }
  try {
    const rows: string[][] = parseCsv(text, { ...shape, to: maxRead + 1 })
    if (rows.length > maxRead) throw tooManyRows()
    return rows
  } catch (error) {
    if (error instanceof Refusal) throw error
    throw unreadable('表格的引号没有成对，读不出来', 'A quotation mark is never closed: the table cannot be read')
  }
}

const decode = (bytes: Buffer): { text: string; encoding: string } => {
  if (bytes[0] === 0xff && bytes[1] === 0xfe)
    return { text: new TextDecoder('utf-16le').decode(bytes), encoding: 'utf-16le' }
  // GBK is hardly ever valid UTF-8 by chance, the other way round it often is.
  for (const encoding of ['utf-8', 'gb18030']) {
    try {
      const text = new TextDecoder(encoding, { fatal: true }).decode(bytes)
      if (!text.includes('\0')) return { text, encoding }
    } catch {
      // Invalid in this encoding: try the next one.
    }
  }
  throw unreadable('读不出这个文件，请用XLSX或CSV', 'The file cannot be read: use XLSX or CSV')
}

const delimiterOf = (text: string): string => {
  // Titles may stand above the heads.
  // A tab in front of a number keeps spreadsheets from shortening it, and separates nothing.
  const lines = text.split('\n', 12).map((line) => line.slice(0, maxLine))
  const first = lines.map((line) => line.replaceAll(/(?<=^|[,;，])\t(?=\d[^\t]*[,;，])/g, ''))
  const times = (mark: string) => Math.max(...first.map((line) => line.split(mark).length))
  return ['\t', ',', ';', '，'].reduce((best, mark) => (times(mark) > times(best) ? mark : best))
}

const readXlsx = async (given: Buffer, longest: number): Promise<Cells[]> => {
  try {
    const { bytes, sheets } = await checkedWorkbook(given, longest)
    const read: Cells[] = []
    for (const { name, at, isReadable, hidden } of sheets) {
      // Numbers stay as they are written: a 学号 is no number, and 0012 is not 12.
      const options = { parseNumber: (written: string) => written, trim: false }
      const rows = isReadable ? await readSheet<string>(bytes, at, options) : null
      read.push({ name: sheetName(name), rows: rows && rows.map((row) => row.map(asText)), hidden })
    }
    return read
  } catch (error) {
    throw error instanceof Error && 'reason' in error ? error : problems.broken()
  }
}

const asText = (cell: unknown): string => (cell instanceof Date ? cell.toISOString().slice(0, 10) : String(cell ?? ''))

// Excel takes 31 letters.
const sheetName = (name: string): string => nameText([...name.toWellFormed()].slice(0, 31).join(''))

/** Cuts a cell that is still too long for any field or address, so that the check of its row reports it. */
const cut = (cell: string, longest: number): string => `${[...cell].slice(0, longest - 2).join('')} …`

/**
 * Tidies each distinct text once, since a spreadsheet may repeat one in every cell. In a workbook, a text that is too
 * long refuses the whole file, whose decompressed size is limited; in a plain text, no larger than it was sent, only
 * its row is wrong.
 */
const tidier = (kind: SheetKind, isWorkbook: boolean) => {
  const tidy = kind === 'people' ? nameText : wordsText
  const known = new Map<string, string>()
  let left = maxText
  return (value: string): string => {
    if (isWorkbook && value.length > maxRawCell[kind]) throw problems.cell(maxCell[kind])
    if ((left -= Math.min(value.length, maxRawCell[kind])) < 0) throw problems.large()
    const before = known.get(value)
    if (before !== undefined) return before
    const tidied = tidy(value)
    const isLong = [...tidied].length > maxCell[kind]
    if ((isLong && isWorkbook) || !tidied.isWellFormed()) throw problems.cell(maxCell[kind])
    const kept = isLong ? cut(tidied, maxCell[kind]) : tidied
    known.set(value, kept)
    return kept
  }
}

const tidyRow = (row: readonly string[], tidied: (value: string) => string): string[] => {
  if (
    row.length > maxColumns &&
    row.slice(maxColumns).some((cell) => nameText(cell.slice(0, maxRawCell.people)) !== '')
  )
    throw unreadable(`最多${maxColumns}列`, `At most ${maxColumns} columns`)
  return row.slice(0, maxColumns).map(tidied)
}
