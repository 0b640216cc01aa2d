import type { JSONContent } from '@tiptap/core'

// The same rules as on the server: a dollar sign between letters or digits is money or a name, and no formula ends with
// a space or with Chinese punctuation.
const written =
  /(?<![$\\])\$\$(?!\$)((?:\\[\s\S]|[^$\\\ufffc])+)\$\$(?!\$)|(?<![\w$\\])\$(?![\s$])((?:\\.|[^$\\\n\ufffc])+?)(?<![\s\uff0c\u3002\uff1b\uff1a\u3001])\$(?![\w$])/g
/** The signs that another rule turned into marks inside a formula before the formula was recognized. */
const signs: Readonly<Record<string, string>> = { italic: '*', bold: '**', strike: '~~' }

const isLiteral = ({ marks = [] }: JSONContent): boolean => marks.some(({ type }) => type === 'code')

/** One character per cursor position of a node, so that offsets match. */
const lettersOf = (node: JSONContent): string => {
  if (node.type === 'hardBreak') return '\n'
  if (node.type !== 'text') return '\ufffc'
  return isLiteral(node) ? '\ufffc'.repeat(node.text?.length ?? 0) : (node.text ?? '')
}

const textOf = (inline: readonly JSONContent[]): string => inline.map(lettersOf).join('')

const cut = (inline: readonly JSONContent[], from: number, to: number): JSONContent[] => {
  let at = 0
  return inline.flatMap((node) => {
    const begin = at
    at += lettersOf(node).length
    if (at <= from || begin >= to) return []
    return node.type === 'text' ? [{ ...node, text: node.text?.slice(Math.max(0, from - begin), to - begin) }] : [node]
  })
}

const sourceOf = (inline: readonly JSONContent[]): string =>
  inline
    .map((node) => {
      const around = (node.marks ?? []).map(({ type }) => signs[type] ?? '').join('')
      return around + lettersOf(node) + around
    })
    .join('')

/**
 * Puts a formula on one line, which lists, quotes and tables leave unchanged; a line end counts as a space in a
 * formula.
 */
const onOneLine = (latex: string): string =>
  latex
    .replaceAll(/(?<!\\)%.*$/gm, '')
    .replaceAll(/(?<!\s)\s*\n\s*/g, ' ')
    .trim()

/** Replaces what stands between dollar signs in a paragraph by formula nodes. */
export const formulasInLine = (inline: JSONContent[]): JSONContent[] => {
  const parts: JSONContent[] = []
  let last = 0
  for (const { 0: all, 1: display, index } of textOf(inline).matchAll(written)) {
    const fence = display === undefined ? 1 : 2
    const text = onOneLine(sourceOf(cut(inline, index + fence, index + all.length - fence)))
    if (text === '') continue
    parts.push(...cut(inline, last, index), { type: 'formula', attrs: { latex: text, display: fence === 2 } })
    last = index + all.length
  }
  return last === 0 ? inline : [...parts, ...cut(inline, last, Infinity)]
}

const fences = (paragraph: JSONContent): number => textOf(paragraph.content ?? []).split('$$').length - 1
const opens = /^\s*\$\$[^$]+$|\$\$\s*$/
const newLine: JSONContent = { type: 'text', text: '\n' }

/** Joins paragraphs from one `$$` to the next into one, because they are lines of one formula. */
const joined = (blocks: readonly JSONContent[]): JSONContent[] => {
  const whole: JSONContent[] = []
  for (let at = 0; at < blocks.length; at += 1) {
    const block = blocks[at] ?? {}
    const isOpen = block.type === 'paragraph' && fences(block) % 2 === 1 && opens.test(textOf(block.content ?? []))
    const end = isOpen
      ? blocks.findIndex((one, place) => place > at && (one.type !== 'paragraph' || fences(one) > 0))
      : -1
    const last = blocks[end]
    if (last?.type === 'paragraph' && fences(last) % 2 === 1) {
      const lines = blocks
        .slice(at, end + 1)
        .flatMap(({ content = [] }, place) => (place === 0 ? content : [newLine, ...content]))
      whole.push({ ...block, content: lines })
      at = end
    } else whole.push(block)
  }
  return whole
}

/** A document, or a part of one, with all formulas in it turned into formula nodes. */
export const withFormulas = (node: JSONContent): JSONContent => {
  const { content, type } = node
  if (!content || type === 'codeBlock') return node
  if (content.some((one) => one.type === 'text')) return { ...node, content: formulasInLine(content) }
  return { ...node, content: joined(content).map(withFormulas) }
}
