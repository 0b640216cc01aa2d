import { parse as parseCsv } from 'csv-parse/sync'
import { readSheet } from 'read-excel-file/node'
import { fromBufferPromise } from 'yauzl'
import { invalid } from '../http/problem.ts'

export type Sheet = { encoding: string; rows: string[][] }

export const maxRows = 5_000
const maxColumns = 50
const maxCell = 200
// A real list of 5,000 pupils unfolds to less than 2 MB.
const maxUnfolded = 64 * 2 ** 20

const unreadable = (zh: string, en: string) => invalid('file', zh, en)

/** Reads a list as people have it: XLSX, or CSV in UTF-8, GBK or UTF-16, with commas, tabs or semicolons. Every cell is text, as it was written. */
export const readSheetFile = async (bytes: Buffer): Promise<Sheet> => {
  if (bytes.subarray(0, 4).equals(Buffer.from([0x50, 0x4b, 3, 4])))
    return { encoding: 'xlsx', rows: tidy(await readXlsx(bytes)) }
  if (bytes.subarray(0, 4).equals(Buffer.from([0xd0, 0xcf, 0x11, 0xe0])))
    throw unreadable('这是旧的.xls格式，请另存为.xlsx或CSV', 'This is the old .xls format: save it as .xlsx or CSV')
  const { text, encoding } = decode(bytes)
  return { encoding, rows: readSheetText(text) }
}

/** The same for pasted text: a table of a spreadsheet comes with tabs. */
export const readSheetText = (text: string): string[][] => {
  const delimiter = delimiterOf(text)
  try {
    return tidy(
      parseCsv(text, {
        bom: true,
        delimiter,
        relax_column_count: true,
        relax_quotes: true,
        skip_empty_lines: false,
        to: maxRows + 2,
      }),
    )
  } catch {
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
  const broken = () => unreadable('读不出这个表格文件', 'The spreadsheet cannot be read')
  try {
    const zip = await fromBufferPromise(bytes, { lazyEntries: true })
    let unfolded = 0
    for await (const entry of zip.eachEntry()) if ((unfolded += entry.uncompressedSize) > maxUnfolded) throw broken()
    // Numbers stay as they are written: a 学号 is no number, and 0012 is not 12.
    const rows = await readSheet<string>(bytes, { parseNumber: (written) => written })
    return rows.map((row) =>
      row.map((cell) => (cell instanceof Date ? cell.toISOString().slice(0, 10) : String(cell ?? ''))),
    )
  } catch (error) {
    throw error instanceof Error && 'reason' in error ? error : broken()
  }
}

const cellOf = (value: string): string =>
  value.replaceAll(/[\u0000-\u001f\u007f\u200b-\u200f\u2028-\u202e\u2060\ufeff]/g, '').trim()

const tidy = (rows: readonly (readonly string[])[]): string[][] => {
  const cells = rows.map((row) => row.map(cellOf))
  while (cells.length > 0 && cells.at(-1)?.every((cell) => cell === '')) cells.pop()
  if (cells.length === 0) throw unreadable('表里没有内容', 'There is nothing in the table')
  if (cells.length > maxRows + 1)
    throw unreadable(`一次最多${maxRows}行，请分开导入`, `At most ${maxRows} rows at a time: split the list`)
  const width = Math.max(...cells.map((row) => row.length))
  if (width > maxColumns) throw unreadable(`最多${maxColumns}列`, `At most ${maxColumns} columns`)
  if (cells.some((row) => row.some((cell) => [...cell].length > maxCell || !cell.isWellFormed())))
    throw unreadable(
      `有一格超过${maxCell}个字，或有无法识别的字`,
      `A cell has more than ${maxCell} characters, or cannot be read`,
    )
  return cells
}
