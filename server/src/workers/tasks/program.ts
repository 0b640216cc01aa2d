import highlighter from 'highlight.js/lib/common'
import { escaped } from '../../markdown/text.ts'
import { within } from './within.ts'

// Coloring is optional, and its patterns can be made to run for minutes, so its time is limited.
const mostMs = 100
const mostColoured = 60_000
// No program written for people has such lines: minified code is shown without coloring.
const longestLine = 2_000

const hasEndlessLine = (code: string): boolean => {
  for (let at = 0; at < code.length;) {
    const end = code.indexOf('\n', at)
    if ((end === -1 ? code.length : end) - at > longestLine) return true
    if (end === -1) return false
    at = end + 1
  }
  return false
}

const warmed = new Set<string>()

/**
 * Compiles the patterns of a language outside of the time limit: the text is not to blame for that cost, and an
 * interruption would leave half of them.
 */
const warm = (language: string): void => {
  if (warmed.has(language)) return
  highlighter.highlight('a b("c", 1) { /* d */ } // e\n# f\n<g h="i">', { language, ignoreIllegals: true })
  warmed.add(language)
}

/**
 * A program as safe HTML with its words coloured, and the time that took; null without colour: unknown, too long, too
 * slow.
 */
export const colourWithin = (
  code: string,
  language: string | undefined,
  ms: number,
): { html: string | null; took: number } => {
  if (
    ms <= 0 ||
    language === undefined ||
    code.length > mostColoured ||
    hasEndlessLine(code) ||
    !highlighter.getLanguage(language)
  )
    return { html: null, took: 0 }
  warm(language)
  const began = performance.now()
  const html = within(ms, () => highlighter.highlight(code, { language, ignoreIllegals: true }).value)
  return { html, took: performance.now() - began }
}

const decoder = (encoding: string, fatal = false) => new TextDecoder(encoding, { fatal })

/**
 * Decodes bytes as schools write them: UTF-8 and UTF-16 with a byte order mark, UTF-8 without one, else the Chinese
 * encoding of Windows.
 */
export const decoded = (bytes: Uint8Array): string => {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return decoder('utf-16le').decode(bytes)
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return decoder('utf-16be').decode(bytes)
  try {
    return decoder('utf-8', true).decode(bytes)
  } catch {
    return decoder('gb18030').decode(bytes)
  }
}

/**
 * The text in the bytes of a file as safe HTML, a program coloured where that is done in a moment, and its number of
 * lines.
 */
export const previewText = ({
  bytes,
  language,
}: {
  bytes: Uint8Array
  language: string | undefined
}): { html: string; lines: number } => {
  const text = decoded(bytes).replaceAll('\r\n', '\n').replace(/\n$/, '')
  const html = colourWithin(text, language, mostMs).html ?? escaped(text)
  return { html: `<pre><code>${html}</code></pre>`, lines: text.split('\n').length }
}
