import highlighter from 'highlight.js/lib/common'
import { escaped } from './sanitize.ts'

// Colouring a longer program would hold up everybody else for longer than a blink.
const mostColoured = 60_000

/** A program as safe HTML, its words coloured where the language is known and it is not too long. */
export const coloured = (code: string, language: string | undefined): string => {
  if (language === undefined || code.length > mostColoured || !highlighter.getLanguage(language)) return escaped(code)
  return highlighter.highlight(code, { language, ignoreIllegals: true }).value
}
