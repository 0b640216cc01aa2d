import { csvLine, wholeDigits } from '@tongchuang/contract/rules/csv.ts'

// A byte order mark, without which spreadsheets take UTF-8 for GBK.
const asCsv = (lines: readonly (readonly string[])[]): string =>
  `\ufeff${lines.map((cells) => csvLine(cells.map(wholeDigits))).join('')}`

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
