import { Fragment, Slice } from '@tiptap/pm/model'
import type { Node, ResolvedPos } from '@tiptap/pm/model'
import { CellSelection, isInTable } from '@tiptap/pm/tables'
import type { EditorView } from '@tiptap/pm/view'
import type { JSONContent } from '@tiptap/core'

const fence = /^ {0,3}(?:`{3,}|~{3,})/gm
const rulerOfTable = /^\|?(?: *:?-{3,}:? *\|)+(?: *:?-{3,}:? *)?$/m

const heading = /^#{2,6} \S/m
const item = /^ {0,6}(?:[-*+]|\d{1,2}\.) \S/m
const bold = /\*\*(?!\s)[^*\n]+(?<!\s)\*\*/
const program = /^(?:import|from|def|class|for|while|if|print|#include|using|public|package)\b|[;{]\s*$/m

/**
 * Whether a text certainly is Markdown, by what it has more than one line for: a table, code between fences, or
 * headings together with lists or bold words. A line alone says little: `# …` is a heading, and a remark in a program
 * whose indents have to stay.
 */
const isMarkdown = (text: string): boolean =>
  rulerOfTable.test(text) ||
  (text.match(fence)?.length ?? 0) > 1 ||
  (heading.test(text) && (item.test(text) || bold.test(text)) && !program.test(text))

const isInCode = ({ state }: EditorView): boolean => state.selection.$from.parent.type.spec.code === true

/** Formulas between `\(` and `\)`, as many programs copy them, between the dollar signs used here. */
export const withDollars = (text: string, _: boolean, view: EditorView): string =>
  isInCode(view)
    ? text
    : text
        .replaceAll(/\\\[((?:[^$\\]|\\(?![[\]]))+)\\\]/g, (__, latex: string) => `$$${latex.trim()}$$`)
        .replaceAll(/\\\(((?:[^$\n\\]|\\(?![()]))+)\\\)/g, (__, latex: string) => `$${latex.trim()}$`)

/**
 * Puts several paragraphs into the cell of a table, which holds one, as its lines; false outside of tables. Without
 * this, the words would replace those of the cell and open new columns.
 */
export const pasteIntoCell = ({ state, dispatch }: EditorView, slice: Slice): boolean => {
  if (!isInTable(state) || state.selection instanceof CellSelection) return false
  const { hardBreak } = state.schema.nodes
  const inline: Node[] = []
  slice.content.descendants((node) => {
    if (!node.isTextblock) return true
    if (inline.length > 0) inline.push(hardBreak!.create())
    node.forEach((child) => inline.push(child))
    return false
  })
  if (inline.length === 0) return false
  const transaction = state.tr.replaceSelection(new Slice(Fragment.from(inline), 0, 0)).scrollIntoView()
  // As any other paste, for the rules that make words bold.
  dispatch(transaction.setMeta('paste', true).setMeta('uiEvent', 'paste'))
  return true
}

const box = /^([ \t]*(?:[-*+]|\d{1,9}[.)])[ \t]+)\[([ xX])\](?=\s)/gm

/** The boxes of a list of things to do, outside of code, as signs: the text has no boxes. */
const withBoxes = (markdown: string): string =>
  markdown
    .split(/(^ {0,3}```[\s\S]*?^ {0,3}```)/m)
    .map((part, at) =>
      at % 2 === 0 ? part.replace(box, (_, mark: string, sign: string) => mark + (sign === ' ' ? '☐' : '☑')) : part,
    )
    .join('')

/**
 * A text in which empty lines part the lines, as in a poem or a paper: what stands between two of them is one
 * paragraph. Null for any other, of which each line is a paragraph, as formulas are read: one may take several lines.
 */
const stanzasIn = (text: string): string[][] | null => {
  if (text.includes('$')) return null
  const parts = text
    .replaceAll(/\r\n?/g, '\n')
    .replace(/^\n+/, '')
    .trimEnd()
    .split(/\n(?:[^\S\n]*\n)+/)
  const stanzas = parts.map((part) => part.split('\n'))
  return parts.length > 1 && stanzas.some((lines) => lines.length > 1) ? stanzas : null
}

/** A pasted text as paragraphs, whose lines stay lines. */
export const asStanzas = (text: string, $context: ResolvedPos, _: boolean, view: EditorView): Slice => {
  const { schema } = view.state
  const { paragraph, hardBreak } = schema.nodes
  const lines = stanzasIn(text) ?? text.split(/(?:\r\n?|\n)+/).map((line) => [line])
  const paragraphs = lines.map((stanza) =>
    paragraph!.create(
      null,
      stanza.flatMap((line, at): Node[] => [
        ...(at > 0 ? [hardBreak!.create()] : []),
        ...(line === '' ? [] : [schema.text(line, $context.marks())]),
      ]),
    ),
  )
  return Slice.maxOpen(Fragment.from(paragraphs))
}

/** The rows of copied cells, of which a phone copies only the words with tabs between them; null for any other text. */
const cellsIn = (text: string): string[][] | null => {
  const rows = text
    .replaceAll(/\r\n?/g, '\n')
    .replace(/\n+$/, '')
    .split('\n')
    .map((row) => row.split('\t'))
  const columns = rows[0]?.length ?? 0
  const isTable = rows.length > 1 && columns > 1 && rows.every((row) => row.length === columns)
  // The lines of a program begin with tabs.
  return isTable && rows.some(([first = '']) => first.trim() !== '') ? rows : null
}

const tableOf = (rows: readonly string[][]): JSONContent => ({
  type: 'table',
  content: rows.map((row, at) => ({
    type: 'tableRow',
    content: row.map((cell) => ({
      type: at === 0 ? 'tableHeader' : 'tableCell',
      content: [{ type: 'paragraph', ...(cell.trim() && { content: [{ type: 'text', text: cell.trim() }] }) }],
    })),
  })),
})

/**
 * Puts a pasted text into the document as what it says if it is Markdown, or cells; false for any other, which goes in
 * line by line.
 */
export const pasteMarkdown = (view: EditorView, text: string, read: (markdown: string) => JSONContent): boolean => {
  if (isInCode(view)) return false
  const cells = isInTable(view.state) ? null : cellsIn(text)
  if (!cells && !isMarkdown(text)) return false
  const parts = cells ? [tableOf(cells)] : read(withBoxes(withDollars(text, false, view))).content
  const content = Fragment.fromJSON(view.state.schema, parts ?? [])
  const openAt = (node = content.firstChild): number => (node?.type.name === 'paragraph' ? 1 : 0)
  const slice = new Slice(content, openAt(), openAt(content.lastChild))
  view.dispatch(view.state.tr.replaceSelection(slice).scrollIntoView())
  return true
}
