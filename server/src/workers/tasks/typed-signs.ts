import { isProduct } from '@tongchuang/contract/rules/emphasis.ts'
import type { MarkdownIt } from 'markdown-it'

const newLine = 0x0a
const indent = /^(?: {2,}|\t)[ \t]*/

/** Whether a run of stars or underscores in a post is what it looks like: a product, a power or a Python name. */
const isSign = (run: string, before: string, behind: string): boolean => {
  const word = /^[\da-z]$/i
  if (run.startsWith('_')) return run.length > 1
  if (!word.test(before) || !word.test(behind)) return false
  return run.length === 1 || /\d/.test(before + behind)
}

/**
 * Keeps what somebody typed: the stars of `3*4=12，5*6=30`, and in a post, which is plain text with a few marks, those
 * of letters, the underscores of `__init__`, and the spaces that a line of a program begins with.
 */
export const keepTypedSigns = (markdown: MarkdownIt, isPost: boolean): void => {
  const { State } = markdown.inline
  markdown.inline.State = class extends State {
    override scanDelims(start: number, canSplitWord: boolean) {
      const found = super.scanDelims(start, canSplitWord)
      const run = this.src.slice(start, start + found.length)
      const [before, behind] = [this.src.charAt(start - 1), this.src.charAt(start + found.length)]
      const isTyped = isProduct(run, before, behind) || (isPost && /^[*_]/.test(run) && isSign(run, before, behind))
      return isTyped ? { ...found, can_open: false, can_close: false } : found
    }
  }
  if (!isPost) return
  markdown.inline.ruler.before('newline', 'indent', (state, silent) => {
    if (state.src.charCodeAt(state.pos) !== newLine) return false
    const [spaces] = indent.exec(state.src.slice(state.pos + 1, state.posMax)) ?? []
    if (spaces === undefined) return false
    if (!silent) {
      state.pending = state.pending.trimEnd()
      state.push('hardbreak', 'br', 0)
      state.pending += '\u00a0'.repeat(spaces.replaceAll('\t', '    ').length)
    }
    state.pos += 1 + spaces.length
    return true
  })
}
