import type { JSONContent } from '@tiptap/core'
import type { MarkdownManager } from '@tiptap/markdown'
import { withLinks } from './addresses-in.ts'
import { withFormulas } from './formulas-in.ts'

const indent = /^(?= ?\t| {2})[ \t]+/

/**
 * Keeps the leading spaces of a line as non-breaking spaces: Markdown would leave them out, or read the line as code,
 * with all its signs, or as part of the list above it.
 */
const withIndents = (node: JSONContent): JSONContent => {
  if (node.type !== 'paragraph')
    return node.content && node.type !== 'codeBlock' ? { ...node, content: node.content.map(withIndents) } : node
  const content = node.content?.map((child, at, all): JSONContent => {
    const begins = at === 0 || all[at - 1]?.type === 'hardBreak'
    if (!begins || child.type !== 'text' || child.marks?.some(({ type }) => type === 'code')) return child
    const text = child.text?.replace(indent, (spaces) => '\u00a0'.repeat(spaces.replaceAll('\t', '    ').length))
    return { ...child, text }
  })
  return content ? { ...node, content } : node
}

const joiner = '\u2060'
const blank: JSONContent = { type: 'text', text: '\u00a0' }
const holders = new Set(['listItem', 'blockquote'])

/** A document whose empty items and quotations hold a space: without one they are read as text, or not at all. */
const withBlanks = (node: JSONContent): JSONContent => {
  const content = node.content?.map((child) =>
    child.type === 'paragraph' && !child.content?.length && holders.has(node.type ?? '')
      ? { ...child, content: [blank] }
      : withBlanks(child),
  )
  return content ? { ...node, content } : node
}

const isBlank = ({ type, content = [] }: JSONContent): boolean =>
  type === 'paragraph' && content.length === 1 && (content[0]?.text === blank.text || content[0]?.text === '&nbsp;')

/** The opposite, for what is read. */
export const withoutBlanks = (node: JSONContent): JSONContent => {
  const content = node.content?.map((child) =>
    isBlank(child) && holders.has(node.type ?? '') ? { ...child, content: [] } : withoutBlanks(child),
  )
  return content ? { ...node, content } : node
}

const isFormula = (node?: JSONContent): boolean => node?.type === 'formula' && node.attrs?.display !== true

/**
 * Keeps formulas apart from letters, digits and each other by a sign that is not seen: a dollar sign beside them is
 * money or a name.
 */
const withJoiners = (node: JSONContent): JSONContent => {
  if (!node.content) return node
  const content = node.content.flatMap((child, at, all): JSONContent[] => {
    const next = isFormula(all[at + 1])
    if (isFormula(child) && next) return [child, { type: 'text', text: joiner }]
    if (child.type !== 'text' || child.marks?.length || !child.text) return [withJoiners(child)]
    const before = isFormula(all[at - 1]) && /^\w/.test(child.text) ? joiner : ''
    return [{ ...child, text: before + child.text + (next && /[\w$\\]$/.test(child.text) ? joiner : '') }]
  })
  return { ...node, content }
}

/** Escapes signs with a meaning in Markdown or formulas, and keeps leading spaces, in plain text. */
export const keepSigns = (markdown: MarkdownManager): void => {
  // The library's own method, which escapes only the signs it knows, is replaced.
  const manager = markdown as unknown as { escapeMarkdownSyntax: (text: string) => string }
  manager.escapeMarkdownSyntax = (text) =>
    text.replaceAll(/[\\`*_[\]~$]/g, String.raw`\$&`).replace(/^\u00a0+/, (spaces) => '&#160;'.repeat(spaces.length))
}

/** The Markdown of a document: formulas and addresses as they were typed, everything else as it reads. */
export const sourceOf = (document: JSONContent, markdown: MarkdownManager): string =>
  markdown
    .serialize(withBlanks(withIndents(withJoiners(withLinks(withFormulas(document))))))
    // Not `trim`: the two wide spaces at the beginning of a Chinese paragraph are part of it.
    .replace(/^\n+/, '')
    .trimEnd()
