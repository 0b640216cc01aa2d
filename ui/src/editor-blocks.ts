import { Node } from '@tiptap/core'
import type { AnyExtension } from '@tiptap/core'

/** Fences that the code between them does not end. */
const fenceAround = (code: string): string => {
  const runs = code.match(/^`{3,}/gm) ?? []
  return '`'.repeat(Math.max(3, ...runs.map(({ length }) => length + 1)))
}

/**
 * Lets lists and code be read as they are written. The library takes `A. 苹果` and `M. Curie` for lists, indents the code
 * in an item a little more each time, and ends code at the first fence in it.
 */
export const asWritten = (part: AnyExtension): AnyExtension => {
  if (!(part instanceof Node)) return part
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
