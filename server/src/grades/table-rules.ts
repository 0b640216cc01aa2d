import { cellText, type TableValue } from '@tongchuang/contract/rules/csv.ts'

// What XML 1.0 cannot hold, escaped or not; half a character neither.
const unwritable = /[\0-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]/g
const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }

const xmlText = (text: string): string =>
  text
    .toWellFormed()
    .replace(unwritable, '')
    .replace(/[&<>"]/g, (char) => entities[char] ?? '')

/** A row of a worksheet: texts in place and as `cellText` says, for they may be saved as CSV or typed into; numbers as numbers. `style` is the place of a cell format. */
export const sheetRow = (values: readonly TableValue[], style = 0): string => {
  const cells = values.map((value) => {
    if (value === null) return `<c s="${style}"/>`
    if (typeof value === 'number') return `<c s="${style}"><v>${value}</v></c>`
    return `<c t="inlineStr" s="${style}"><is><t xml:space="preserve">${xmlText(cellText(value))}</t></is></c>`
  })
  return `<row>${cells.join('')}</row>`
}
