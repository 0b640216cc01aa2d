import { Node } from '@tiptap/core'
import type { JSONContent, MarkdownParseHelpers, MarkdownRendererHelpers } from '@tiptap/core'
import {
  addColumnAfter,
  addRowAfter,
  deleteTable,
  goToNextCell,
  isInTable,
  tableEditing,
  TableMap,
} from '@tiptap/pm/tables'
import { TextSelection } from '@tiptap/pm/state'
import type { Command, EditorState, Transaction } from '@tiptap/pm/state'
import type { EditorView } from '@tiptap/pm/view'

type CellToken = { tokens?: Parameters<MarkdownParseHelpers['parseInline']>[0] }

const cellAttributes = () => ({
  colspan: { default: 1, rendered: false },
  rowspan: { default: 1, rendered: false },
  colwidth: { default: null, rendered: false },
})

const cellsOf = (cells: readonly CellToken[], type: string, helpers: MarkdownParseHelpers): JSONContent =>
  helpers.createNode(
    'tableRow',
    {},
    cells.map(({ tokens }) =>
      helpers.createNode(type, {}, [helpers.createNode('paragraph', {}, tokens ? helpers.parseInline(tokens) : [])]),
    ),
  )

const cellText = (cell: JSONContent, helpers: MarkdownRendererHelpers): string =>
  (cell.content ?? [])
    .map((paragraph) => helpers.renderChildren(paragraph.content ?? []))
    .join(' ')
    .replace(/(?<!\s)\s*\n\s*/g, ' ')
    .replaceAll(/(?<!\\)\|/g, '\\|')
    .trim()

const rowText = (row: JSONContent, helpers: MarkdownRendererHelpers): string =>
  `| ${(row.content ?? []).map((cell) => cellText(cell, helpers)).join(' | ')} |`

/** Whether the cursor is in the last cell of its table. */
const isLastCell = (state: EditorState): boolean => {
  const { $head } = state.selection
  for (let depth = $head.depth; depth > 0; depth -= 1) {
    if ($head.node(depth).type.name !== 'table') continue
    const map = TableMap.get($head.node(depth))
    return $head.before(depth + 2) - $head.start(depth) === map.map.at(-1)
  }
  return false
}

const onward: Command = (state, dispatch, view) => {
  if (isLastCell(state)) {
    addRowAfter(state, dispatch)
    const next: EditorView | undefined = view
    return next ? goToNextCell(1)(next.state, next.dispatch) : true
  }
  return goToNextCell(1)(state, dispatch)
}

/** A table of plain text, written as a Markdown table. */
export const Table = Node.create({
  name: 'table',
  group: 'block',
  content: 'tableRow+',
  isolating: true,
  extendNodeSchema: (extension) => ({ tableRole: (extension.config as { tableRole?: string }).tableRole }),
  parseHTML: () => [{ tag: 'table' }],
  renderHTML: () => ['table', ['tbody', 0]],
  addProseMirrorPlugins: () => [tableEditing()],
  markdownTokenName: 'table',
  parseMarkdown: (token, helpers) => {
    const { header = [], rows = [] } = token as { header?: CellToken[]; rows?: CellToken[][] }
    return helpers.createNode('table', {}, [
      cellsOf(header, 'tableHeader', helpers),
      ...rows.map((row) => cellsOf(row, 'tableCell', helpers)),
    ])
  },
  renderMarkdown: (node, helpers) => {
    const [head, ...rows] = node.content ?? []
    if (!head) return ''
    const line = `| ${(head.content ?? []).map(() => '---').join(' | ')} |`
    return [rowText(head, helpers), line, ...rows.map((row) => rowText(row, helpers))].join('\n')
  },
  addKeyboardShortcuts() {
    const inside = (command: Command) => () =>
      isInTable(this.editor.state) && command(this.editor.state, this.editor.view.dispatch, this.editor.view)
    return { Tab: inside(onward), 'Shift-Tab': inside(goToNextCell(-1)) }
  },
  ...{ tableRole: 'table' },
})

export const TableRow = Node.create({
  name: 'tableRow',
  content: '(tableCell | tableHeader)*',
  parseHTML: () => [{ tag: 'tr' }],
  renderHTML: () => ['tr', 0],
  ...{ tableRole: 'row' },
})

export const TableCell = Node.create({
  name: 'tableCell',
  content: 'paragraph',
  isolating: true,
  addAttributes: cellAttributes,
  parseHTML: () => [{ tag: 'td' }],
  renderHTML: () => ['td', 0],
  ...{ tableRole: 'cell' },
})

export const TableHeader = Node.create({
  name: 'tableHeader',
  content: 'paragraph',
  isolating: true,
  addAttributes: cellAttributes,
  parseHTML: () => [{ tag: 'th' }],
  renderHTML: () => ['th', 0],
  ...{ tableRole: 'header_cell' },
})

/** The content of a new table whose first row is the header. */
export const emptyTable = (rows = 3, columns = 3): JSONContent => ({
  type: 'table',
  content: Array.from({ length: rows }, (_, row) => ({
    type: 'tableRow',
    content: Array.from({ length: columns }, () => ({
      type: row === 0 ? 'tableHeader' : 'tableCell',
      content: [{ type: 'paragraph' }],
    })),
  })),
})

/** The commands available inside a table. */
export const tableCommands = { row: addRowAfter, column: addColumnAfter, remove: deleteTable } satisfies Record<
  string,
  Command
>

/** Moves the cursor from anywhere in a table into its first cell. */
export const toFirstCell = (transaction: Transaction): boolean => {
  const { $head } = transaction.selection
  for (let depth = $head.depth; depth > 0; depth -= 1) {
    if ($head.node(depth).type.name !== 'table') continue
    transaction.setSelection(TextSelection.near(transaction.doc.resolve($head.start(depth)))).scrollIntoView()
  }
  return true
}
