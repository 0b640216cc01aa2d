import { Node } from '@tiptap/core'
import type { AnyExtension } from '@tiptap/core'

/** Fences that the code between them does not end. */
const fenceAround = (code: string): string => {
  const runs = code.match(/^`{3,}/gm) ?? []
  return '`'.repeat(Math.max(3, ...runs.map(({ length }) => length + 1)))
}

const ruler = /^(?=.*-)[ \t|:-]+$/

/** A line of words that Markdown would read as the beginning, or the underline, of something else. */
const asLine = (line: string): string =>
  (ruler.test(line) ? line.replace('-', String.raw`\-`) : line)
    .replace(/^([ \t]*)(?=[-+](?:[ \t]|$)|#{1,6}(?:[ \t]|$)|=+[ \t]*$)/, '$1\\')
    .replace(/^([ \t]*\d{1,9})(?=[.)](?:[ \t]|$))/, '$1\\')

/**
 * Lets words, lists and code be read as they are written. The library writes `1. ` at the beginning of a paragraph
 * as it was typed, and reads it as a list; it takes `A. 苹果` and `M. Curie` for lists, indents the code in an item a
 * little more each time, and ends code at the first fence in it.
 */
export const asWritten = (part: AnyExtension): AnyExtension => {
  if (!(part instanceof Node)) return part
  if (part.name === 'paragraph')
    return part.extend({
      renderMarkdown(...given) {
        return (this.parent?.(...given) ?? '').split('\n').map(asLine).join('\n')
      },
    })
  // A heading is one line, and hashes at its end are left out.
  if (part.name === 'heading')
    return part.extend({
      renderMarkdown(...given) {
        const lines = (this.parent?.(...given) ?? '').split('\n').map((line) => line.trimEnd())
        return lines.join(' ').replace(/(?<=\s)(?=#+\s*$)/, '\\')
      },
    })
  // The second line of an item stands below the first: without an indent, some lines would end the item.
  if (part.name === 'listItem')
    return part.extend({
      renderMarkdown(node, helpers, context) {
        const first = Number(context.meta?.parentAttrs?.start ?? 1)
        const mark = context.parentType === 'orderedList' ? `${first + context.index}. ` : '- '
        const renderChildren: typeof helpers.renderChildren = (...given) =>
          helpers.renderChildren(...given).replaceAll('\n', `\n${' '.repeat(mark.length)}`)
        return this.parent?.(node, { ...helpers, renderChildren }, context) ?? ''
      },
    })
  if (part.name === 'orderedList')
    return part.extend({
      // Nothing is found here, so that the reader of Markdown finds numbered lists by its own rules.
      markdownTokenizer: { name: 'orderedList', level: 'block', start: () => -1, tokenize: () => undefined },
      parseMarkdown: ({ type, ordered, start, items = [] }, { parseChildren }) =>
        type === 'list' && ordered
          ? { type: 'orderedList', attrs: { start: Number(start) }, content: parseChildren(items) }
          : [],
    })
  if (part.name === 'codeBlock')
    return part.extend({
      renderMarkdown: ({ attrs, content = [] }) => {
        const code = content.map(({ text = '' }) => text).join('')
        const fence = fenceAround(code)
        return `${fence}${String(attrs?.language ?? '')}\n${code}\n${fence}`
      },
    })
  return part
}
