import katexPlugin from '@vscode/markdown-it-katex'
import MarkdownIt, { type MarkdownIt as Reader } from 'markdown-it'
import { excerptOf, plainHtml } from '../../markdown/plain.ts'
import { escaped } from '../../markdown/text.ts'
import { drawnLines, indentedChinese, marksBesideChinese } from './chinese.ts'
import { formula, newBudget, type Budget } from './math.ts'
import { asPost } from './post.ts'
import { colourWithin } from './program.ts'
import { safeHtml } from './sanitize.ts'
import { keepTypedSigns } from './typed-signs.ts'
import { keepTypedTags } from './typed-tags.ts'

/** A text as it is kept beside its source. */
export type Rendered = {
  html: string
  /** The first lines without markup. */
  excerpt: string
}

// Colouring a longer block would cost more than it helps.
const MOST_COLOURED = 8_000
const MOST_COLOURING_MS = 100
const MOST_TOKENS = 20_000
// The delimiter row of a table with hundreds of columns, for which tens of thousands of missing cells would be
// generated.
const endlessTable = /^[ \t>|:-]{300,}$/m

let budget: Budget = newBudget()
let coloured = 0
let colouringMs = 0

const colour = (code: string, language: string): string => {
  coloured += code.length
  if (coloured > MOST_COLOURED) return ''
  const { html, took } = colourWithin(code, language, MOST_COLOURING_MS - colouringMs)
  colouringMs += took
  return html ?? ''
}

// A CommonJS module: Node gives its exports, a bundler its default export.
const given = katexPlugin as unknown as { default?: unknown }
const katex = {
  renderToString: (latex: string, { displayMode }: { displayMode: boolean }) => formula(latex, displayMode, budget),
}

const readerOf = (isPost: boolean): Reader => {
  const markdown = new MarkdownIt({ html: true, linkify: true, breaks: true, highlight: colour, maxNesting: 40 })
  markdown.use((given.default ?? given) as never, { katex, enableFencedBlocks: true })
  marksBesideChinese(markdown)
  indentedChinese(markdown)
  drawnLines(markdown)
  keepTypedTags(markdown, isPost)
  keepTypedSigns(markdown, isPost)
  // `main.py` is a file, not an address in Paraguay.
  markdown.linkify.set({ fuzzyLink: false, fuzzyEmail: false })
  return markdown
}
const ofWorks = readerOf(false)
const ofPosts = readerOf(true)

const asTyped = (source: string): string => `<pre>${escaped(source)}</pre>`

/** HTML as written: not yet safe. */
const htmlOf = (source: string, markdown: Reader): string => {
  if (endlessTable.test(source) && source.includes('|')) return asTyped(source)
  const env = {}
  const tokens = markdown.parse(source, env)
  return tokens.length > MOST_TOKENS ? asTyped(source) : markdown.renderer.render(tokens, markdown.options, env)
}

/** The full path: parsed as Markdown, then sanitized. */
export const renderedHtml = (source: string, isPost = false): string => {
  budget = newBudget()
  coloured = 0
  colouringMs = 0
  return safeHtml(htmlOf(source, isPost ? ofPosts : ofWorks)).trim()
}

/** Renders Markdown with limited HTML once, when it is written: only safe HTML ever reaches a browser. */
export const renderWork = (source: string, isPost = false): Rendered => {
  const html = plainHtml(source) ?? renderedHtml(source, isPost)
  return { html, excerpt: excerptOf(html) }
}

/** Safe HTML of a Markdown text. */
export const renderMarkdown = (source: string): string => renderWork(source).html

/** The thread's task: a text in the form stored beside its source; for a post, with the names it may mention. */
export const renderText = ({ content, names }: { content: string; names?: readonly string[] }): Rendered => {
  const rendered = renderWork(content, names !== undefined)
  return names ? { ...rendered, html: asPost(rendered.html, names) } : rendered
}
