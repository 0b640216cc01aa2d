import { escaped, textOf } from './text.ts'

const EXCERPT_LENGTH = 160
// Enough for an excerpt whatever of it is white space; the rest of a long text is not read.
const EXCERPT_READ = 4_000

// Letters, digits and Chinese signs mean only themselves. Anything else may be Markdown, and spaces at an end may be
// too.
const plainLine =
  /^[\p{L}\p{Nd}，。！？、；：“”‘’（）《》【】…—](?:[\p{L}\p{Nd}，。！？、；：“”‘’（）《》【】…— ]*[\p{L}\p{Nd}，。！？、；：“”‘’（）《》【】…—])?$/u

/** Each paragraph as it was typed. */
export const asParagraphs = (source: string): string => {
  const paragraphs = escaped(source.replaceAll('\r\n', '\n'))
    .split(/\n{2,}/)
    .map((paragraph) => paragraph.replaceAll(/^\n|\n$/g, ''))
  return paragraphs
    .flatMap((paragraph) => (paragraph === '' ? [] : [`<p>${paragraph.replaceAll('\n', '<br />\n')}</p>`]))
    .join('\n')
}

/** The HTML of a text without any markup, the same as reading it as Markdown gives; null where there may be markup. */
export const plainHtml = (source: string): string | null =>
  source.split('\n').every((text) => text === '' || plainLine.test(text)) ? asParagraphs(source) : null

/** The first lines of safe HTML, without markup. */
export const excerptOf = (html: string): string => {
  const words = textOf(html, EXCERPT_READ)
  if (words.length <= EXCERPT_LENGTH) return words
  // Cut by code points, so that no character is split.
  const letters = [...words.slice(0, (EXCERPT_LENGTH + 1) * 2)]
  return letters.length <= EXCERPT_LENGTH ? words : `${letters.slice(0, EXCERPT_LENGTH).join('')}…`
}
