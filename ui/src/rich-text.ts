import { Editor } from '@tiptap/core'
import type { ChainedCommands, JSONContent } from '@tiptap/core'
import { Placeholder } from '@tiptap/extensions'
import { Markdown } from '@tiptap/markdown'
import { NodeSelection } from '@tiptap/pm/state'
import { isInTable } from '@tiptap/pm/tables'
import { StarterKit } from '@tiptap/starter-kit'
import { addressAt, isAddress } from './addresses-in.ts'
import { isSubmitKey } from './use-enter-submit.ts'
import type { EditorCommand, EditorHandle, EditorParts, FormulaGiven } from './editor-handle.ts'
import { Formula } from './editor-formula.ts'
import { clearOfBars } from './editor-in-view.ts'
import { asWritten } from './editor-blocks.ts'
import { emphasisTokenizer, withSums } from './editor-emphasis.ts'
import { asStanzas, pasteIntoCell, pasteMarkdown, withDollars } from './editor-pasted.ts'
import { keepSigns, sourceOf, withoutBlanks } from './editor-source.ts'
import { Picture, pictureShownBy } from './editor-picture.ts'
import { currentLanguage } from './language.ts'
import { pastedFiles } from './pasted-files.ts'
import { Pasted } from './pasted-html.ts'
import { Places, showPlace } from './editor-places.ts'
import { emptyTable, Table, TableCell, tableCommands, TableHeader, TableRow, toFirstCell } from './editor-table.ts'
import { editorTexts } from './texts/editor.ts'
import { showToast } from './toast.ts'

const Parts = StarterKit.extend({
  addExtensions() {
    return (this.parent?.() ?? []).map((part) => withSums(asWritten(part)))
  },
})

const blank = { type: 'doc', content: [{ type: 'paragraph' }] }

let isTaught = false

/**
 * Teaches the library, once, to read what people type. Tags stay text: as HTML they would be refused by the content
 * security policy, and text that a person typed would be lost. An address ends where Chinese begins.
 */
const readAsTyped = (editor: Editor): void => {
  if (isTaught) return
  isTaught = true
  const url = (source: string) => {
    const found = addressAt(source)
    if (!found) return undefined
    const { raw, text, href } = found
    return { type: 'link' as const, raw, text, href, tokens: [{ type: 'text' as const, raw: text, text }] }
  }
  editor.markdown?.instance.use({
    tokenizer: { html: () => undefined, tag: () => undefined, url, ...emphasisTokenizer },
  })
}

/** The formula or text at the selection, for the formula dialog. */
const formulaHere = ({ state: { doc, selection } }: Editor): FormulaGiven => {
  const node = selection instanceof NodeSelection ? selection.node : null
  if (node?.type.name === 'formula') return { latex: String(node.attrs.latex), display: node.attrs.display === true }
  return { latex: doc.textBetween(selection.from, selection.to, ' '), display: false }
}

const commands: Record<
  Exclude<EditorCommand, 'image' | 'formula'>,
  (editor: Editor, chain: ChainedCommands) => ChainedCommands
> = {
  heading: (_, chain) => chain.toggleHeading({ level: 2 }),
  bold: (_, chain) => chain.toggleBold(),
  bullets: (_, chain) => chain.toggleBulletList(),
  list: (_, chain) => chain.toggleOrderedList(),
  quote: (_, chain) => chain.toggleBlockquote(),
  table: (editor, chain) =>
    isInTable(editor.state) ? chain : chain.insertContent(emptyTable()).command(({ tr }) => toFirstCell(tr)),
  row: (_, chain) => chain.command(({ state, dispatch }) => tableCommands.row(state, dispatch)),
  column: (_, chain) => chain.command(({ state, dispatch }) => tableCommands.column(state, dispatch)),
  noTable: (_, chain) => chain.command(({ state, dispatch }) => tableCommands.remove(state, dispatch)),
  code: (editor, chain) =>
    editor.state.selection.empty || editor.isActive('codeBlock') ? chain.toggleCodeBlock() : chain.toggleCode(),
  undo: (_, chain) => chain.undo(),
}

const activeNow = (editor: Editor): readonly EditorCommand[] => {
  const all: [EditorCommand, boolean][] = [
    ['heading', editor.isActive('heading')],
    ['bold', editor.isActive('bold')],
    ['bullets', editor.isActive('bulletList')],
    ['list', editor.isActive('orderedList')],
    ['quote', editor.isActive('blockquote')],
    ['formula', editor.isActive('formula')],
    ['table', isInTable(editor.state)],
    ['code', editor.isActive('code') || editor.isActive('codeBlock')],
  ]
  return all.filter(([, isOn]) => isOn).map(([name]) => name)
}

/** Creates the editor with everything a text may contain; some keys and all files are left to the page. */
const editorIn = (
  element: HTMLElement,
  parts: EditorParts,
  onAsk: (given: FormulaGiven, at: number | null) => void,
): Editor => {
  const read = (markdown: string): JSONContent => withoutBlanks(editor.markdown?.parse(markdown) ?? {})
  const take = (files: File[]): boolean => {
    if (files.length > 0) parts.onFiles(files)
    return files.length > 0
  }
  const editor: Editor = new Editor({
    element,
    injectCSS: false,
    // Never a string, not even an empty one, which the editor would parse as HTML.
    content: blank,
    extensions: [
      Parts.configure({
        underline: false,
        link: { openOnClick: false, autolink: false, linkOnPaste: true, shouldAutoLink: isAddress },
        trailingNode: false,
      }),
      Placeholder.configure({ placeholder: () => parts.placeholder }),
      Formula.configure({ onAsk }),
      Places,
      Pasted,
      Table,
      TableRow,
      TableCell,
      TableHeader,
      Picture.configure({ urlOf: parts.urlOf }),
      Markdown,
    ],
    editorProps: {
      ...clearOfBars,
      // Asked again with every change: the language may have changed since it was opened.
      attributes: () => ({
        role: 'textbox',
        // Lets the editor keep the focus while it is read-only.
        tabindex: '0',
        'aria-multiline': 'true',
        'aria-label': parts.label,
        'aria-describedby': parts.describedBy,
        class: parts.className,
      }),
      transformPastedText: withDollars,
      clipboardTextParser: asStanzas,
      handlePaste: (view, { clipboardData }, slice) => {
        if (!clipboardData) return false
        if (take(pastedFiles(clipboardData))) return true
        const html = clipboardData.getData('text/html')
        // A page or a program puts only their addresses on the clipboard.
        const leftOut = [...html.matchAll(/<img\b[^>]*/gi)].filter(([tag]) => pictureShownBy(tag, parts) === null)
        if (leftOut.length > 0) showToast(editorTexts[currentLanguage()].leftOut(leftOut.length), 'warning')
        const isMarkdown = html === '' && pasteMarkdown(view, clipboardData.getData('text/plain'), read)
        // Cells are for the table to take.
        return isMarkdown || (!/<t[dhr]\b/i.test(html) && pasteIntoCell(view, slice))
      },
      handleDrop: (_, event, __, moved) => !moved && take([...(event.dataTransfer?.files ?? [])]),
      // The send key of the page, which would otherwise insert a line break.
      handleKeyDown: (_, event) =>
        isSubmitKey(
          {
            key: event.key,
            keyCode: event.keyCode,
            ctrlKey: event.ctrlKey,
            metaKey: event.metaKey,
            shiftKey: event.shiftKey,
            nativeEvent: event,
          },
          true,
        ),
    },
  })
  return editor
}

/** The commands active at the cursor, and a subscription to their changes. */
const watchActive = (editor: Editor): Pick<EditorHandle, 'active' | 'subscribe'> => {
  const listeners = new Set<() => void>()
  let active = activeNow(editor)
  editor.on('transaction', () => {
    const next = activeNow(editor)
    if (next.join() === active.join()) return
    active = next
    for (const listener of listeners) listener()
  })
  return {
    active: () => active,
    subscribe: (listener) => {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
  }
}

/** Opens the editor in an element. It reads and writes Markdown; everything else about it is internal to this file. */
export const openRichText = (element: HTMLElement, parts: EditorParts): EditorHandle => {
  const ask = (given: FormulaGiven, at: number | null) => {
    if (!editor.isEditable) return
    parts.onFormula(given, (attrs) => {
      const chain = at === null ? editor.chain() : editor.chain().setNodeSelection(at)
      chain.insertContent({ type: 'formula', attrs }).focus().run()
    })
  }
  const editor = editorIn(element, parts, ask)
  readAsTyped(editor)
  if (editor.markdown) keepSigns(editor.markdown)
  const put = (markdown: string) => {
    const content = markdown.trim() === '' ? blank : editor.markdown?.parse(markdown)
    editor.commands.setContent(content ? withoutBlanks(content) : null, { emitUpdate: false })
  }
  put(parts.value)
  const { active, subscribe } = watchActive(editor)
  editor.on('update', () => editor.markdown && parts.onChange(sourceOf(editor.getJSON(), editor.markdown)))
  editor.on('blur', parts.onBlur)
  return {
    run: (command) => {
      if (command === 'formula') ask(formulaHere(editor), null)
      else commands[command](editor, editor.chain().focus()).run()
    },
    active,
    subscribe,
    put,
    insertPicture: (file_id, name) =>
      editor
        .chain()
        .insertContent({ type: 'image', attrs: { src: `/api/files/${file_id}`, alt: name } })
        .run(),
    find: (quote, number) => showPlace(editor, quote, number),
    focus: (place) => {
      editor.commands.focus(place)
      // The command focuses only in the next frame, when letters may already have been typed.
      editor.view.focus()
    },
    allow: (isEditable) => editor.setEditable(isEditable, false),
    close: () => editor.destroy(),
  }
}
