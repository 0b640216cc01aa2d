import { shifted } from '@tongchuang/contract/rules/signs.ts'
import { tagsOf } from './sheet-xml.ts'
import { listsOfStyles, numbersOf } from './word-numbers.ts'
import { runsOf } from './word-runs.ts'

/** A part of an office file as it is read: a line with its level (0: no heading), or a table of cells. */
export type Block = { kind: 'line'; level: number; text: string } | { kind: 'table'; rows: string[][] }

const named: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }

/** Text with its entities decoded: those every XML has, and numeric ones. */
export const meant = (written: string): string =>
  written.includes('&')
    ? written.replaceAll(/&(?:(amp|lt|gt|quot|apos)|#(\d{1,7})|#x([\da-f]{1,6}));/gi, (whole, name, number, hex) => {
        if (name) return named[String(name).toLowerCase()] ?? whole
        const code = number ? Number(number) : Number.parseInt(String(hex), 16)
        return code > 31 && code <= 0x10ffff && (code < 0xd800 || code > 0xdfff) ? String.fromCodePoint(code) : ' '
      })
    : written

/** The value of an attribute by its local name. */
const valueOf = (tag: { attributes: () => [string, string][] }, name: string): string =>
  tag.attributes().find(([key]) => key === name)?.[1] ?? ''

// A table of Word has 63 columns at most.
const MOST_ACROSS = 63

/** The level a style of Word stands for: 1–3, 0 for what is no heading. */
const levelOf = (style: string): number => {
  const [, level] = /^(?:heading|标题|Title)?\s*([1-9])$/i.exec(style) ?? []
  return /^title$/i.test(style) ? 1 : level ? Math.min(3, Number(level)) : 0
}

/**
 * The lines and tables of a document of Word, with the numbers of its lists; a table within a cell is read as words of
 * it. `numbering` and `styles` are the parts of these names, empty where the document has none.
 */
export const blocksOfDocument = (xml: string, { numbering = '', styles = '' } = {}): Block[] => {
  const numbers = numbersOf(numbering)
  const styled = listsOfStyles(styles)
  const blocks: Block[] = []
  let [text, level, tables, skipped, wide] = ['', 0, 0, 0, 1]
  let [list, depth] = ['', 0]
  let rows: string[][] = []
  let cell: string[] = []
  const words = runsOf(meant)
  for (const tag of tagsOf(xml)) {
    const { name, isStart, isEmpty, attributes } = tag
    // The same words once more, for programs that cannot draw them.
    if (name === 'Fallback' && !isEmpty) skipped += isStart ? 1 : -1
    if (skipped > 0) continue
    text += words(tag)
    if (isStart && name === 'tab') text += '\t'
    else if (isStart && (name === 'br' || name === 'cr')) text += '\n'
    else if (isStart && name === 'pStyle') {
      const style = valueOf({ attributes }, 'val')
      level = levelOf(style)
      ;({ list, depth } = styled.get(style) ?? { list: '', depth: 0 })
    } else if (isStart && name === 'ilvl') depth = Number(valueOf({ attributes }, 'val')) || 0
    else if (isStart && name === 'numId') list = valueOf({ attributes }, 'val')
    else if (name === 'p' && (!isStart || isEmpty)) {
      const line = text.trim() === '' ? '' : numbers({ list, depth }) + text
      if (tables > 0) cell.push(line)
      else if (line.trim() !== '') blocks.push({ kind: 'line', level, text: line })
      ;[text, level] = ['', 0]
      ;[list, depth] = ['', 0]
    } else if (name === 'tbl' && !isEmpty) {
      tables += isStart ? 1 : -1
      if (tables === 0 && rows.length > 0) blocks.push({ kind: 'table', rows })
      if (tables === 0 || (isStart && tables === 1)) rows = []
    } else if (tables === 1 && name === 'tr' && isStart) rows.push([])
    else if (tables === 1 && name === 'gridSpan' && isStart) wide = Number(valueOf({ attributes }, 'val')) || 1
    else if (tables === 1 && name === 'tc' && !isStart) {
      // A cell across several columns: those behind it stay in theirs.
      const more = Array.from({ length: Math.min(MOST_ACROSS, wide) - 1 }, () => '')
      rows.at(-1)?.push(cell.join('\n').trim(), ...more)
      ;[cell, wide] = [[], 1]
    }
  }
  return blocks
}

/** The lines of a slide. */
export const linesOfSlide = (xml: string): string[] => {
  const lines: string[] = []
  let text = ''
  let side: 'sup' | 'sub' | null = null
  for (const { name, isStart, isEmpty, before, attributes } of tagsOf(xml)) {
    if (name === 'r') side = null
    else if (name === 'rPr' && isStart) {
      const height = Number(valueOf({ attributes }, 'baseline')) || 0
      side = height > 0 ? 'sup' : height < 0 ? 'sub' : null
    } else if (name === 't' && !isStart) text += side ? shifted(meant(before), side) : meant(before)
    else if (isStart && name === 'br') text += '\n'
    else if (name === 'p' && (!isStart || isEmpty)) {
      if (text.trim() !== '') lines.push(text.trim())
      text = ''
    }
  }
  return lines
}

/** The targets of a part's relations by their ids, below a folder. */
export const targetsOf = (relations: string, folder: string): Map<string, string> => {
  const targets = new Map<string, string>()
  for (const tag of tagsOf(relations)) {
    if (!tag.isStart || tag.name !== 'Relationship') continue
    const { Id = '', Target = '' } = Object.fromEntries(tag.attributes())
    targets.set(Id, Target.startsWith('/') ? Target.slice(1) : `${folder}/${Target}`)
  }
  return targets
}

/**
 * The elements of a name with the name and relation they carry, in their order: sheets of a workbook, slides of a show.
 */
export const relatedIn = (xml: string, element: string): { name: string; id: string }[] => {
  const found: { name: string; id: string }[] = []
  for (const tag of tagsOf(xml)) {
    if (!tag.isStart || tag.name !== element) continue
    const attributes = tag.attributes()
    // A slide has a number of its own called id as well; the relation is the one with letters.
    const id = attributes.findLast(([key, value]) => key === 'id' && !/^\d+$/.test(value))?.[1] ?? ''
    found.push({ name: meant(attributes.find(([key]) => key === 'name')?.[1] ?? ''), id })
  }
  return found
}

/** The texts that cells of a workbook share. */
export const sharedTexts = (xml: string): string[] => {
  const texts: string[] = []
  let [text, phonetic] = ['', 0]
  const words = runsOf(meant)
  for (const tag of tagsOf(xml)) {
    const { name, isStart, isEmpty } = tag
    // Phonetic text is not part of the cell.
    if (name === 'rPh' && !isEmpty) phonetic += isStart ? 1 : -1
    else if (phonetic === 0) text += words(tag)
    if (name === 'si' && (!isStart || isEmpty)) {
      texts.push(text)
      text = ''
    }
  }
  return texts
}

const daysOf = /[ymdhs年月日]/i

/** A format without what it only quotes: words in quotation marks and in brackets. One pass, whatever is left open. */
const withoutQuoted = (format: string): string => {
  let [kept, end] = ['', '']
  for (const letter of format.replaceAll('&quot;', '"')) {
    if (end !== '') end = letter === end ? '' : end
    else if (letter === '"') end = '"'
    else if (letter === '[') end = ']'
    else kept += letter
  }
  return kept
}

/** Which formats of cells are days or times. */
export const dayFormats = (styles: string): boolean[] => {
  const own = new Set<string>()
  const formats: boolean[] = []
  let isInCells = false
  for (const tag of tagsOf(styles)) {
    if (tag.name === 'cellXfs') isInCells = tag.isStart && !tag.isEmpty
    if (!tag.isStart) continue
    if (tag.name === 'numFmt' && daysOf.test(withoutQuoted(valueOf(tag, 'formatCode'))))
      own.add(valueOf(tag, 'numFmtId'))
    if (tag.name !== 'xf' || !isInCells) continue
    const id = valueOf(tag, 'numFmtId')
    const number = Number(id)
    formats.push(own.has(id) || (number >= 14 && number <= 22) || (number >= 45 && number <= 47))
  }
  return formats
}

/** The date for a number of days since the beginning of 1900 as Excel counts them; null for an invalid number. */
const dayOf = (written: string): string | null => {
  const days = Number(written)
  if (!(days >= 0 && days < 2_958_466)) return null
  const moment = new Date(Math.round((days - 25_569) * 86_400) * 1000).toISOString()
  if (days < 1) return moment.slice(11, 16)
  return days % 1 === 0 ? moment.slice(0, 10) : `${moment.slice(0, 10)} ${moment.slice(11, 16)}`
}

export type SheetBounds = { rows: number; columns: number }
type Cell = { type: string; isDay: boolean; column: number }

const columnOf = (address: string): number => {
  const letters = /^[A-Z]{1,3}/.exec(address)?.[0] ?? ''
  return [...letters].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0)
}

/** A number with as many digits as Excel shows: it keeps 83.3 as 83.299999999999997. */
const rounded = (written: string): string =>
  /^-?\d+\.\d{8,}$/.test(written) ? String(Number(Number(written).toPrecision(15))) : meant(written)

const shownOf = (written: string, { type, isDay }: Cell, shared: readonly string[]): string => {
  if (type === 's') return shared[Number(written)] ?? ''
  if (type === 'b') return written === '1' ? 'TRUE' : 'FALSE'
  return (isDay && type === '' ? dayOf(written) : null) ?? (type === '' ? rounded(written) : meant(written))
}

/** The cells of a sheet as they are read, within bounds; empty rows between are left out. */
export const rowsOfSheet = (
  xml: string,
  { shared, days, most }: { shared: readonly string[]; days: readonly boolean[]; most: SheetBounds },
): { rows: string[][]; cut: boolean } => {
  const rows: string[][] = []
  let row: string[] = []
  let cell: Cell | null = null
  let text = ''
  for (const tag of tagsOf(xml)) {
    const { name, isStart, isEmpty, before } = tag
    if (name === 'row' && isStart) row = []
    else if (name === 'c' && isStart && !isEmpty) {
      const { t: type = '', s: style = '', r: address = '' } = Object.fromEntries(tag.attributes())
      cell = { type, isDay: days[Number(style)] ?? false, column: columnOf(address) || row.length + 1 }
      text = ''
    } else if (cell && !isStart && (name === 'v' || name === 't')) text += name === 't' ? meant(before) : before
    else if (cell && name === 'c' && !isStart) {
      if (cell.column <= most.columns) {
        while (row.length < cell.column - 1) row.push('')
        row[cell.column - 1] = cell.type === 'inlineStr' ? text : shownOf(text, cell, shared)
      }
      cell = null
    } else if (name === 'row' && !isStart && row.some((one) => one !== '')) {
      if (rows.length === most.rows) return { rows, cut: true }
      rows.push(row)
    }
  }
  return { rows, cut: false }
}
