import type { JSONContent } from '@tiptap/core'
import type { MarkdownManager } from '@tiptap/markdown'
import { withFormulas } from './formulas-in.ts'

const indent = /^(?: {4,}|\t\s*)/

/** A line that begins with spaces stays a line: to Markdown it would be code, signs and all. */
const withIndents = (node: JSONContent): JSONContent => {
  const [first, ...rest] = node.content ?? []
  if (node.type !== 'paragraph')
    return node.content && node.type !== 'codeBlock' ? { ...node, content: node.content.map(withIndents) } : node
  if (first?.type !== 'text' || first.marks?.length || !indent.test(first.text ?? '')) return node
  const text = first.text?.replace(indent, (spaces) => '\u00a0'.repeat(spaces.replaceAll('\t', '    ').length))
  return { ...node, content: [{ ...first, text }, ...rest] }
}

/** Lets plain words keep signs that only formulas have a use for, and spaces they begin with. */
export const keepSigns = (markdown: MarkdownManager): void => {
  // The library keeps the signs it knows; this is where it does.
  const manager = markdown as unknown as { escapeMarkdownSyntax: (text: string) => string }
  manager.escapeMarkdownSyntax = (text) =>
    text.replaceAll(/[\\`*_[\]~$]/g, String.raw`\$&`).replace(/^\u00a0+/, (spaces) => '&#160;'.repeat(spaces.length))
}

/** The Markdown of a document: a formula as it was typed, everything else as it reads. */
export const sourceOf = (document: JSONContent, markdown: MarkdownManager): string =>
  markdown.serialize(withIndents(withFormulas(document))).trim()
