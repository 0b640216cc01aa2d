import { formulaWords } from './plain-formula.ts'

// Signs that are words, kept from being read as formatting: each as another character of its own.
const apart = 0xe000
const hidden = (words: string): string =>
  words.replaceAll(/[!-/:-@[-`{-~]/g, (sign) => String.fromCharCode(apart + (sign.codePointAt(0) ?? 0)))
const shown = (words: string): string =>
  words.replaceAll(/[\ue021-\ue07e]/g, (sign) => String.fromCharCode((sign.codePointAt(0) ?? 0) - apart))

const entities: Readonly<Record<string, string>> = {
  ...{ '&lt;': '<', '&gt;': '>', '&amp;': '&', '&quot;': '"', '&#39;': "'", '&nbsp;': '\u00a0', '&#160;': '\u00a0' },
}

const fence = /^[ \t]{0,8}(`{3,}|~{3,})/
// A line across the page, or that between the head and the rows of a table.
const across = /^(?=.*-)[ \t|:-]+$/

/** The cells of a row of a table, with a line between them. */
const rowWords = (line: string): string =>
  /^[ \t]*\|.*\|[ \t]*$/.test(line)
    ? line
        .trim()
        .slice(1, -1)
        .split('|')
        .map((cell) => cell.trim())
        .join(' | ')
    : line

const lineWords = (line: string): string => {
  if (across.test(line)) return ''
  const words = line
    .replaceAll(/(?<!\\)`{1,2}([^`]{1,1000})`{1,2}/g, (_, code: string) => hidden(code.trim()))
    .replaceAll(/(?<![$\\])\$\$([^$]{1,1000})\$\$/g, (_, latex: string) => hidden(formulaWords(latex)))
    .replaceAll(/(?<![\w$\\])\$(?![\s$])([^$]{1,500})(?<!\s)\$(?![\w$])/g, (_, latex: string) =>
      hidden(formulaWords(latex)),
    )
    .replaceAll(/\\([!-/:-@[-`{-~])/g, (_, sign: string) => hidden(sign))
    .replaceAll(/!\[[^[\]]{0,200}\]\([^()]{0,500}\)/g, '')
    .replaceAll(/\[([^[\]]{0,200})\]\([^()]{0,500}\)/g, '$1')
    .replaceAll(/^[ \t]{0,8}(?:#{1,6}|>|[-*+]|\d{1,3}\.)[ \t]+/g, '')
    .replaceAll(/\*\*|__|~~/g, '')
    .replaceAll(/\*(?=[^\s*])([^*]{0,500}[^\s*])\*/g, '$1')
  return rowWords(words).replaceAll(/&(?:lt|gt|amp|quot|#39|nbsp|#160);/g, (entity) => hidden(entities[entity] ?? ''))
}

/**
 * The Markdown without its formatting signs, for a printed beginning in plain text: code with its indents, tables row
 * by row, formulas in plain signs.
 */
export const wordsOf = (source: string): string => {
  let code: string | null = null
  const lines = source.split('\n').flatMap((line) => {
    const mark = fence.exec(line)?.[1] ?? null
    if (mark !== null && (code === null || (mark.startsWith(code) && line.trim() === mark))) {
      code = code === null ? mark : null
      return []
    }
    if (code === null) return lineWords(line)
    return hidden(line.replace(/^[ \t]+/, (indent) => '\u00a0'.repeat(indent.replaceAll('\t', '    ').length)))
  })
  return shown(lines.join('\n'))
}

/**
 * The beginning of a text of at most `length` characters and an ellipsis; it ends with a sentence if one ends in its
 * last third. Where `most` lines fill the sheet, a short line takes the room of a whole one, as in a poem or a program.
 */
export const beginningOf = (words: string, length: number, most = Infinity): string => {
  const lines = words
    .replaceAll(/[ \t]+/g, ' ')
    .split('\n')
    // What is left at the beginning of a line is an indent that somebody wrote.
    .flatMap((line) => (line.trim() === '' ? [] : line.replace(/^ /, '').trimEnd()))
  let room = length
  const fitting = lines.filter((line) => {
    const fits = room >= 1
    room -= Math.max(line.length + 1, length / most)
    return fits
  })
  const text = fitting.join('\n')
  if (text.length <= length && fitting.length === lines.length) return text
  const cut = text.slice(0, length)
  const end = [...cut.matchAll(/[^.\P{Sentence_Terminal}]|\.(?=\s)|\n/gu)].at(-1)?.index ?? 0
  return `${(end > (length * 2) / 3 ? cut.slice(0, end + 1) : cut).trimEnd()}……`
}
