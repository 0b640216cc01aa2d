import { escaped } from '../../markdown/text.ts'
import { withParts, type OfficeParts } from './office-parts.ts'
import {
  blocksOfDocument,
  dayFormats,
  linesOfSlide,
  relatedIn,
  rowsOfSheet,
  sharedTexts,
  targetsOf,
  type Block,
} from './office-rules.ts'

export type OfficeKind = 'docx' | 'xlsx' | 'pptx'

/** Characters of what is shown; a file that has more is cut and says so. */
const mostCharacters = 300_000
const mostSheets = 10
const mostSlides = 200
const mostCells = { rows: 500, columns: 50 }

type Written = { html: string; cut: boolean }

const lined = (text: string): string => escaped(text).replaceAll('\n', '<br>')

const tableOf = (rows: readonly (readonly string[])[]): string => {
  const width = Math.max(0, ...rows.map(({ length }) => length))
  const row = (cells: readonly string[]) =>
    `<tr>${Array.from({ length: width }, (_, at) => `<td>${lined(cells[at] ?? '')}</td>`).join('')}</tr>`
  return `<table><tbody>${rows.map(row).join('')}</tbody></table>`
}

/** Headings of the file begin at `h4`, below those of the page. */
const htmlOf = (block: Block): string => {
  if (block.kind === 'table') return tableOf(block.rows)
  return block.level === 0
    ? `<p>${lined(block.text)}</p>`
    : `<h${block.level + 3}>${lined(block.text)}</h${block.level + 3}>`
}

/** Joins pieces up to the limit; `cut` where some are left out. */
const within = (pieces: Iterable<string>): Written => {
  let html = ''
  for (const piece of pieces) {
    if (html.length + piece.length > mostCharacters) return { html, cut: true }
    html += piece
  }
  return { html, cut: false }
}

const blocksIn = async ({ text }: OfficeParts): Promise<Block[]> =>
  blocksOfDocument(await text('word/document.xml'), {
    numbering: await text('word/numbering.xml'),
    styles: await text('word/styles.xml'),
  })

const document = async (parts: OfficeParts): Promise<Written> => within((await blocksIn(parts)).map(htmlOf))

const wordsOf = (block: Block): string =>
  block.kind === 'line' ? block.text : block.rows.map((cells) => cells.join('\t')).join('\n')

const workbook = async ({ text }: OfficeParts): Promise<Written> => {
  const targets = targetsOf(await text('xl/_rels/workbook.xml.rels'), 'xl')
  const sheets = relatedIn(await text('xl/workbook.xml'), 'sheet')
  const shared = sharedTexts(await text('xl/sharedStrings.xml'))
  const days = dayFormats(await text('xl/styles.xml'))
  const pieces: string[] = []
  let cut = sheets.length > mostSheets
  for (const { name, id } of sheets.slice(0, mostSheets)) {
    const sheet = rowsOfSheet(await text(targets.get(id) ?? ''), { shared, days, most: mostCells })
    cut ||= sheet.cut
    pieces.push(`<h4>${escaped(name)}</h4>${tableOf(sheet.rows)}`)
  }
  const written = within(pieces)
  return { html: written.html, cut: cut || written.cut }
}

const slides = async ({ text }: OfficeParts): Promise<Written> => {
  const targets = targetsOf(await text('ppt/_rels/presentation.xml.rels'), 'ppt')
  const all = relatedIn(await text('ppt/presentation.xml'), 'sldId')
  const pieces: string[] = []
  for (const [at, { id }] of all.slice(0, mostSlides).entries()) {
    const lines = linesOfSlide(await text(targets.get(id) ?? ''))
    pieces.push(`<h4>${at + 1}</h4>${lines.map((line) => `<p>${lined(line)}</p>`).join('')}`)
  }
  const written = within(pieces)
  return { html: written.html, cut: written.cut || all.length > mostSlides }
}

const readers = { docx: document, xlsx: workbook, pptx: slides }

/**
 * The content of a Word, Excel or PowerPoint file as safe HTML without its formatting: lines, headings and tables, the
 * sheets one after another, the slides by their numbers. Empty for a file that cannot be read: damaged, protected by a
 * password, or written in an unusual way.
 */
export const previewOffice = async ({ path, kind }: { path: string; kind: OfficeKind }): Promise<Written> => {
  try {
    return await withParts(path, readers[kind])
  } catch (error) {
    if (error instanceof RangeError) throw error
    return { html: '', cut: false }
  }
}

/**
 * The words of a document of Word line by line, with the numbers of its lists and the cells of its tables apart by
 * tabs. Empty for a file that cannot be read.
 */
export const readDocument = async ({ given }: { given: Uint8Array }): Promise<{ text: string }> => {
  try {
    const blocks = await withParts(Buffer.from(given), blocksIn)
    return { text: blocks.map(wordsOf).join('\n').slice(0, mostCharacters) }
  } catch (error) {
    if (error instanceof RangeError) throw error
    return { text: '' }
  }
}
