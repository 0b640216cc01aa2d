import { cellText, type TableValue } from '@tongchuang/contract/rules/csv.ts'

// Characters that XML 1.0 cannot hold, escaped or not; `toWellFormed` replaces lone surrogates.
const unwritable = /[\0-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]/g
const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }

// An escape that only spreadsheets read, and the carriage return, which they would lose.
const misread = /_(?=x[\da-f]{4}_)|\r/gi

const writable = (text: string): string => text.toWellFormed().replace(unwritable, '')

const xmlText = (text: string): string =>
  text
    .replace(misread, (char) => (char === '_' ? '_x005F_' : '_x000D_'))
    .replace(/[&<>"]/g, (char) => entities[char] ?? '')

/** The name of a column in a spreadsheet, from 0: A … Z, AA … */
export const columnName = (at: number): string =>
  at < 26 ? String.fromCodePoint(65 + at) : columnName(Math.floor(at / 26) - 1) + columnName(at % 26)

/**
 * A row of a worksheet: texts inline and processed by `cellText`, because they may be saved as CSV or edited; numbers
 * as numbers. Each cell names its place, because not every reader counts by itself. `row` from 1; `style` is the index
 * of a cell format.
 */
export const sheetRow = (values: readonly TableValue[], row: number, style = 0): string => {
  const cells = values.map((value, at) => {
    const place = `r="${columnName(at)}${row}" s="${style}"`
    if (value === null) return `<c ${place}/>`
    if (typeof value === 'number') return `<c ${place}><v>${value}</v></c>`
    return `<c ${place} t="inlineStr"><is><t xml:space="preserve">${xmlText(cellText(writable(value)))}</t></is></c>`
  })
  return `<row r="${row}">${cells.join('')}</row>`
}
