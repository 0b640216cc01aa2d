import { isBlank, isWide } from '@tongchuang/contract/rules/emphasis.ts'
import type { MarkdownIt } from 'markdown-it'

const before = (text: string, at: number): string =>
  at === 0 ? '' : ([...text.slice(Math.max(0, at - 2), at)].at(-1) ?? '')
const after = (text: string, at: number): string =>
  at >= text.length ? '' : String.fromCodePoint(text.codePointAt(at) ?? 32)

/**
 * Lets `**注意：**请看` be bold. Markdown tells an opening mark from a closing one by the spaces around it, which Chinese
 * does not write: next to a wide letter or sign, a mark may open or close.
 */
export const marksBesideChinese = (markdown: MarkdownIt): void => {
  const { State } = markdown.inline
  markdown.inline.State = class extends State {
    override scanDelims(start: number, canSplitWord: boolean) {
      const found = super.scanDelims(start, canSplitWord)
      const last = before(this.src, start)
      const next = after(this.src, start + found.length)
      if (!canSplitWord || !(isWide(last) || isWide(next))) return found
      return {
        ...found,
        can_open: found.can_open || !isBlank(next),
        can_close: found.can_close || !isBlank(last),
      }
    }
  }
}
