import { Fragment, Slice } from '@tiptap/pm/model'
import type { EditorView } from '@tiptap/pm/view'
import type { JSONContent } from '@tiptap/core'

const fence = /^ {0,3}(?:`{3,}|~{3,})/gm
const rulerOfTable = /^\|?(?: *:?-{3,}:? *\|)+(?: *:?-{3,}:? *)?$/m

/**
 * Whether a text certainly is Markdown, by what it has more than one line for: a table, or code between fences. A line
 * alone says little: `# …` is a heading, and a remark in a program whose indents have to stay.
 */
const isMarkdown = (text: string): boolean => rulerOfTable.test(text) || (text.match(fence)?.length ?? 0) > 1

const isInCode = ({ state }: EditorView): boolean => state.selection.$from.parent.type.spec.code === true

/** Formulas between `\(` and `\)`, as many programs copy them, between the dollar signs used here. */
export const withDollars = (text: string, _: boolean, view: EditorView): string =>
  isInCode(view)
    ? text
    : text
        .replaceAll(/\\\[([^$]{1,1000}?)\\\]/g, (__, latex: string) => `$$${latex.trim()}$$`)
        .replaceAll(/\\\(([^$\n]{1,500}?)\\\)/g, (__, latex: string) => `$${latex.trim()}$`)

/**
 * Puts a pasted text into the document as what it says if it is Markdown; false for any other, which goes in line by
 * line.
 */
export const pasteMarkdown = (view: EditorView, text: string, read: (markdown: string) => JSONContent): boolean => {
  if (isInCode(view) || !isMarkdown(text)) return false
  const content = Fragment.fromJSON(view.state.schema, read(withDollars(text, false, view)).content ?? [])
  const openAt = (node = content.firstChild): number => (node?.type.name === 'paragraph' ? 1 : 0)
  const slice = new Slice(content, openAt(), openAt(content.lastChild))
  view.dispatch(view.state.tr.replaceSelection(slice).scrollIntoView())
  return true
}
