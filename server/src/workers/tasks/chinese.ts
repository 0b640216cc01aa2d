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

const begins = /^(?:[★☆●○■◆▲▼※①-⑳]|[（(]?\d{1,3}[)）.．]?\s*\p{Script=Han})/u

/**
 * Lets an indented paragraph of Chinese be a paragraph: notices are indented by four spaces, which in Markdown is code.
 * What begins with a Chinese word, sign or number is no program; code stands between fences, or begins otherwise.
 */
export const indentedChinese = (markdown: MarkdownIt): void => {
  markdown.block.ruler.before('code', 'indented-chinese', (state, line) => {
    const indent = state.blkIndent
    if ((state.sCount[line] ?? 0) - indent < 4) return false
    const from = (state.bMarks[line] ?? 0) + (state.tShift[line] ?? 0)
    const text = state.src.slice(from, Math.min(from + 20, state.eMarks[line] ?? from))
    if (isWide(after(text, 0)) || begins.test(text)) state.sCount[line] = indent
    return false
  })
}

// A single line that ends like this is a sentence, and no title.
const endsSentence = /[。！；，、,;]$/

/**
 * Lets a row of dashes or equals signs below a paragraph be a line between paragraphs, as notices of chat groups draw
 * it. Markdown makes one heading of all the lines above it; here that is left to a single line that can be a title.
 */
export const drawnLines = (markdown: MarkdownIt): void => {
  markdown.core.ruler.after('block', 'drawn-lines', (state) => {
    let wasParagraph = false
    state.tokens = state.tokens.flatMap((token, at) => {
      if (token.type === 'heading_open' && /^[-=]/.test(token.markup)) {
        const text = state.tokens[at + 1]?.content ?? ''
        wasParagraph = text.includes('\n') || endsSentence.test(text)
        return [wasParagraph ? Object.assign(token, { type: 'paragraph_open', tag: 'p', markup: '' }) : token]
      }
      if (token.type !== 'heading_close' || !wasParagraph) return [token]
      wasParagraph = false
      const line = Object.assign(new state.Token('hr', 'hr', 0), { block: true, level: token.level })
      return [Object.assign(token, { type: 'paragraph_close', tag: 'p', markup: '' }), line]
    })
  })
}
