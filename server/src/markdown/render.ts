import katexPlugin from '@vscode/markdown-it-katex'
import highlighter from 'highlight.js/lib/common'
import MarkdownIt from 'markdown-it'
import { marksBesideChinese } from './chinese.ts'
import { formula, newBudget, type Budget } from './math.ts'
import { escaped, safeHtml, textOf } from './sanitize.ts'

/** A text as it is kept beside its source. */
export type Rendered = {
  html: string
  /** The first lines without markup. */
  excerpt: string
  /** Nothing in it to see: markup alone is nothing. */
  isEmpty: boolean
}

const EXCERPT_LENGTH = 160
// Colouring a longer block would cost more than it helps.
const MOST_COLOURED = 8_000
const MOST_TOKENS = 20_000
// The row of dashes of a table with hundreds of columns, whose missing cells would be made up by the ten thousands.
const endlessTable = /^[ \t>|:-]{300,}$/m

let budget: Budget = newBudget()
let coloured = 0

const colour = (code: string, language: string): string => {
  coloured += code.length
  if (coloured > MOST_COLOURED || !highlighter.getLanguage(language)) return ''
  return highlighter.highlight(code, { language, ignoreIllegals: true }).value
}

const markdown = new MarkdownIt({ html: true, linkify: true, breaks: true, highlight: colour, maxNesting: 40 })

// A CommonJS module: Node gives its exports, a bundler its default export.
const given = katexPlugin as unknown as { default?: unknown }
const katex = {
  renderToString: (latex: string, { displayMode }: { displayMode: boolean }) => formula(latex, displayMode, budget),
}
markdown.use((given.default ?? given) as never, { katex, enableFencedBlocks: true })
marksBesideChinese(markdown)
// `main.py` is a file, not an address in Paraguay.
markdown.linkify.set({ fuzzyLink: false, fuzzyEmail: false })

// What is invisible without being white space: fillers, the empty braille cell, soft hyphens, joiners.
const invisible = /[\s\p{Cf}\p{Cc}\p{M}\u115f\u1160\u3164\uffa0\u2800\u00ad]/gu
const media = /<img /

const asTyped = (source: string): string => `<pre>${escaped(source)}</pre>`

/** HTML as written: not yet safe. */
const htmlOf = (source: string): string => {
  if (endlessTable.test(source) && source.includes('|')) return asTyped(source)
  const env = {}
  const tokens = markdown.parse(source, env)
  return tokens.length > MOST_TOKENS ? asTyped(source) : markdown.renderer.render(tokens, markdown.options, env)
}

// Letters, digits and Chinese signs mean only themselves. Anything else may be Markdown, and spaces at an end may be too.
const plainLine =
  /^[\p{L}\p{Nd}，。！？、；：“”‘’（）《》【】…—](?:[\p{L}\p{Nd}，。！？、；：“”‘’（）《》【】…— ]*[\p{L}\p{Nd}，。！？、；：“”‘’（）《》【】…—])?$/u

/** The HTML of a text without any markup: the same as the long way gives, in a hundredth of the time. */
const plainHtml = (source: string): string | null => {
  if (!source.split('\n').every((text) => text === '' || plainLine.test(text))) return null
  const paragraphs = source.split(/\n{2,}/).map((paragraph) => paragraph.replaceAll(/^\n|\n$/g, ''))
  return paragraphs
    .flatMap((paragraph) => (paragraph === '' ? [] : [`<p>${paragraph.replaceAll('\n', '<br />\n')}</p>`]))
    .join('\n')
}

/** The long way: read as Markdown, then reduced to what is safe. */
export const renderedHtml = (source: string): string => {
  budget = newBudget()
  coloured = 0
  return safeHtml(htmlOf(source)).trim()
}

/** Renders Markdown with limited HTML once, when it is written: only safe HTML ever reaches a browser. */
export const renderWork = (source: string): Rendered => {
  const html = plainHtml(source) ?? renderedHtml(source)
  const words = textOf(html)
  return { html, excerpt: firstOf(words), isEmpty: !media.test(html) && words.replaceAll(invisible, '') === '' }
}

/** Safe HTML of a Markdown text. */
export const renderMarkdown = (source: string): string => renderWork(source).html

/** The first lines of a Markdown text without markup. */
export const excerptOf = (source: string): string => renderWork(source).excerpt

/** Whether a Markdown text shows nothing: no letter, no picture, no formula. */
export const isEmptyWork = (source: string): boolean => renderWork(source).isEmpty

const firstOf = (words: string): string => {
  if (words.length <= EXCERPT_LENGTH) return words
  // Never half a character: by code points.
  const letters = [...words.slice(0, (EXCERPT_LENGTH + 1) * 2)]
  return letters.length <= EXCERPT_LENGTH ? words : `${letters.slice(0, EXCERPT_LENGTH).join('')}…`
}

const ownPicture = /<img src="\/api\/files\/(\d+)" alt="([^"]*)"[^>]*>/g

/** The files of this site that safe HTML shows. */
export const pictureIdsOf = (html: string): number[] => [
  ...new Set([...html.matchAll(ownPicture)].map(([, id]) => Number(id))),
]

/** Safe HTML with the addresses its reader may load put in; a picture without one is left with its description. */
export const withPictures = (html: string, urlOf: (file_id: number) => string | null): string =>
  html.replaceAll(ownPicture, (_, id: string, alt: string) => {
    const url = urlOf(Number(id))
    return url === null
      ? `<span>${alt}</span>`
      : `<img src="${url.replaceAll('&', '&amp;').replaceAll('"', '&quot;')}" alt="${alt}" loading="lazy">`
  })
