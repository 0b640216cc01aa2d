/** The value of a cell of an exported table. */
export type TableValue = string | number | null

// Texts that begin like this are never formulas. Most cells of a school do, so they are not examined further.
const plainBegin = /^[\dA-Za-z\u4e00-\u9fff]/
// A spreadsheet skips invisible characters, and quotes that a program with another separator has already removed.
const unseen = String.raw`[\p{White_Space}\p{Default_Ignorable_Code_Point}\p{Cc}\p{Cf}\u2800"'\u2018\u2019\u201c\u201d]*`
const formula = new RegExp(`^${unseen}[=+\\-@|%\u2212]`, 'u')

const looksLikeFormula = (text: string): boolean =>
  !plainBegin.test(text) &&
  (formula.test(text) || formula.test(text.normalize('NFKC')) || formula.test(text.normalize('NFKD')))

/**
 * The text of a cell, for every cell of every exported table: the typed text, prefixed by an apostrophe where a
 * spreadsheet would take it for a formula, including full-width signs and leading invisible characters. `typedText`
 * removes the apostrophe: one before a text that needs it was added here, every other one was typed.
 */
export const cellText = (text: string): string => (looksLikeFormula(text) ? `'${text}` : text)

/** What was typed into a cell that `cellText` wrote. */
export const typedText = (cell: string): string =>
  cell.startsWith("'") && looksLikeFormula(cell.slice(1)) ? cell.slice(1) : cell

// Characters after which a program that expects another separator, or splits lines first, begins a new cell.
const breaks = /([;\t\r\n\v\f\x85\u2028\u2029])/

const quoted = (text: string): string => (/[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text)

const csvCell = (text: string): string =>
  quoted(
    breaks.test(text)
      ? text
          .split(breaks)
          .map((part, at) => (at % 2 === 0 ? cellText(part) : part))
          .join('')
      : cellText(text),
  )

// A spreadsheet makes 12 of 0012 and 3.30101E+17 of eighteen digits, and saves them so; behind a tab they are text.
const shortened = /^(?:0\d+|\d{12,})$/

/** A cell of a CSV file that people open in a spreadsheet: digits that are a text keep their zeros and their length. */
export const wholeDigits = <V extends TableValue>(value: V): V | string =>
  typeof value === 'string' && shortened.test(value) ? `\t${value}` : value

/**
 * A line of a CSV file; `cellText` is applied again after each semicolon, tab and line end of a text. Numbers stay
 * numbers, including negative ones except in the first column, where a program with another separator would read the
 * rest of the line with it.
 */
export const csvLine = (values: readonly TableValue[]): string =>
  `${values
    .map((value, column) => {
      if (value === null) return ''
      if (typeof value === 'string') return csvCell(value)
      return column === 0 && value < 0 ? csvCell(String(value)) : String(value)
    })
    .join(',')}\r\n`
