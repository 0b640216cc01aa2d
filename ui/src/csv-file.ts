import { csvLine } from '@tongchuang/contract/rules/csv.ts'

// A spreadsheet makes 12 of 0012 and 2.02601E+11 of twelve digits, and saves them so; behind a tab they are text.
const shortened = /^(?:0\d+|\d{12,})$/
const asText = (cell: string): string => (shortened.test(cell) ? `\t${cell}` : cell)

// A byte order mark, without which spreadsheets take UTF-8 for GBK.
const asCsv = (lines: readonly (readonly string[])[]): string =>
  `\ufeff${lines.map((cells) => csvLine(cells.map(asText))).join('')}`

/** The data URL of a CSV file with column heads only. */
export const templateUrl = (head: readonly string[]): string =>
  `data:text/csv;charset=utf-8,${encodeURIComponent(asCsv([head]))}`

/** Saves lines as a CSV file; cells are escaped so that a spreadsheet runs no formula somebody typed. */
export const saveCsv = (name: string, lines: readonly (readonly string[])[]): void => {
  const url = URL.createObjectURL(new Blob([asCsv(lines)], { type: 'text/csv;charset=utf-8' }))
  const link = Object.assign(document.createElement('a'), { href: url, download: name })
  link.click()
  URL.revokeObjectURL(url)
}
