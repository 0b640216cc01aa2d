import { csvLine } from '@tongchuang/contract/rules/csv.ts'

// A byte order mark: without it spreadsheets take UTF-8 for GBK.
const asCsv = (lines: readonly (readonly string[])[]): string => `\ufeff${lines.map(csvLine).join('')}`

/** A list with nothing but the heads of its columns. */
export const templateUrl = (head: readonly string[]): string =>
  `data:text/csv;charset=utf-8,${encodeURIComponent(asCsv([head]))}`

/** Lines as a file to keep; a spreadsheet runs nothing that somebody typed. */
export const saveCsv = (name: string, lines: readonly (readonly string[])[]): void => {
  const url = URL.createObjectURL(new Blob([asCsv(lines)], { type: 'text/csv;charset=utf-8' }))
  const link = Object.assign(document.createElement('a'), { href: url, download: name })
  link.click()
  URL.revokeObjectURL(url)
}
