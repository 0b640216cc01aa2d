import { CsvError, parse as parseCsv } from 'csv-parse/sync'
import { readSheet } from 'read-excel-file/node'
import { invalid } from '../../http/problem.ts'
import { maxCell, maxColumns, maxRows } from '../sheet-limits.ts'
import { checkedWorkbook, problems } from './workbook.ts'

/** Each row as the text of a JSON array: thousands of rows reach the process as few values, and are kept as they come. */
export type Sheet = { encoding: string; rows: string[]; head: string[]; width: number }

// As much text as a list may hold altogether, however often a spreadsheet repeats it.
const maxText = 4 * 2 ** 20
// Bytes of one line: a full row of long cells is less than half of it.
const maxLine = 64 * 2 ** 10
// A cell longer than this is too long whatever is tidied away.
const maxRawCell = 4 * maxCell

const unreadable = (zh: string, en: string) => invalid('file', zh, en)

/** Reads a list as people have it: XLSX, CSV in UTF-8, GBK or UTF-16 with commas, tabs or semicolons, or pasted text. Every cell is text, as it was written. */
export const readSheetFile = async (given: Uint8Array | string): Promise<Sheet> => {
  const { encoding, cells } =
    typeof given === 'string' ? { encoding: 'utf-8', cells: readText(given) } : await readBytes(Buffer.from(given))
  const tidied = tidy(cells)
  return {
    encoding,
    rows: tidied.map((row) => JSON.stringify(row)),
    head: tidied[0] ?? [],
    width: Math.max(...tidied.map((row) => row.length)),
  }
}

const readBytes = async (bytes: Buffer): Promise<{ encoding: string; cells: string[][] }> => {
  if (bytes.subarray(0, 4).equals(Buffer.from([0x50, 0x4b, 3, 4])))
    return { encoding: 'xlsx', cells: await readXlsx(bytes) }
  if (bytes.subarray(0, 4).equals(Buffer.from([0xd0, 0xcf, 0x11, 0xe0])))
    throw unreadable(
      '这是旧的.xls格式，或加了密码，请另存为不加密的.xlsx或CSV',
      'This is the old .xls format or has a password: save it as plain .xlsx or CSV',
    )
  const { text, encoding } = decode(bytes)
  return { encoding, cells: readText(text) }
}

/** A pasted table of a spreadsheet comes with tabs. */
const readText = (text: string): string[][] => {
  const shape = {
    bom: true,
    delimiter: delimiterOf(text),
    relax_column_count: true,
    relax_quotes: true,
    skip_empty_lines: false,
  }
  try {
    return parseCsv(text, { ...shape, to: maxRows + 2, max_record_size: maxLine })
  } catch (error) {
    if (error instanceof CsvError && error.code === 'CSV_MAX_RECORD_SIZE')
      throw unreadable('有一行太长，读不出来', 'A row is too long to be read')
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
      // The next one.
    }
  }
  throw unreadable('读不出这个文件，请用XLSX或CSV', 'The file cannot be read: use XLSX or CSV')
}

const delimiterOf = (text: string): string => {
  const [first = ''] = text.split('\n', 1)
  const times = (mark: string) => first.split(mark).length
  return ['\t', ',', ';', '，'].reduce((best, mark) => (times(mark) > times(best) ? mark : best))
}

const readXlsx = async (bytes: Buffer): Promise<string[][]> => {
  try {
    // Numbers stay as they are written: a 学号 is no number, and 0012 is not 12.
    const rows = await readSheet<string>(await checkedWorkbook(bytes), {
      parseNumber: (written) => written,
      trim: false,
    })
    return rows.map((row) =>
      row.map((cell) => (cell instanceof Date ? cell.toISOString().slice(0, 10) : String(cell ?? ''))),
    )
  } catch (error) {
    throw error instanceof Error && 'reason' in error ? error : problems.broken()
  }
}

const cellOf = (value: string): string =>
  value.replaceAll(/[\u0000-\u001f\u007f\u200b-\u200f\u2028-\u202e\u2060\ufeff]/g, '').trim()

/** Tidies each text once: a spreadsheet may say the same in every cell. */
const tidier = () => {
  const known = new Map<string, string>()
  let left = maxText
  return (value: string): string => {
    if (value.length > maxRawCell) throw problems.cell()
    if ((left -= value.length) < 0) throw problems.large()
    const before = known.get(value)
    if (before !== undefined) return before
    const tidied = cellOf(value)
    if ([...tidied].length > maxCell || !tidied.isWellFormed()) throw problems.cell()
    known.set(value, tidied)
    return tidied
  }
}

const tidy = (rows: readonly (readonly string[])[]): string[][] => {
  const tidied = tidier()
  const cells: string[][] = []
  for (const row of rows) {
    if (row.length > maxColumns && row.slice(maxColumns).some((cell) => cellOf(cell.slice(0, maxRawCell)) !== ''))
      throw unreadable(`最多${maxColumns}列`, `At most ${maxColumns} columns`)
    cells.push(row.slice(0, maxColumns).map(tidied))
  }
  while (cells.length > 0 && cells.at(-1)?.every((cell) => cell === '')) cells.pop()
  if (cells.length === 0) throw unreadable('表里没有内容', 'There is nothing in the table')
  if (cells.length > maxRows + 1)
    throw unreadable(`一次最多${maxRows}行，请分开导入`, `At most ${maxRows} rows at a time: split the list`)
  return cells
}
