import { InputRule, Node } from '@tiptap/core'
import type { JSONContent } from '@tiptap/core'
import { Fragment, Slice } from '@tiptap/pm/model'
import { NodeSelection, Plugin } from '@tiptap/pm/state'
import type { FormulaGiven } from './editor-handle.ts'
import { formulasInLine, withFormulas } from './formulas-in.ts'

const inline = /^\$(?![\s$])((?:\\.|[^$\\\n])+?)(?<!\s)\$(?![\w$])/
const block = /^\$\$([^$]+)\$\$/

type Options = {
  /** Asks the page to edit a formula: at this position, or null for a new one at the selection. */
  onAsk: (given: FormulaGiven, at: number | null) => void
}

const given = (attrs: Readonly<Record<string, unknown>> = {}): FormulaGiven => ({
  latex: String(attrs.latex ?? ''),
  display: attrs.display === true,
})

const sourceOf = (attrs?: Readonly<Record<string, unknown>>): string => {
  const { latex, display } = given(attrs)
  const fence = display ? '$$' : '$'
  return fence + latex + fence
}

/**
 * A formula between dollar signs. It is drawn in the text; its source is stored as typed, and Markdown signs in it have
 * no meaning.
 */
export const Formula = Node.create<Options>({
  name: 'formula',
  group: 'inline',
  inline: true,
  atom: true,

  addOptions: () => ({ onAsk: () => undefined }),
  addAttributes: () => ({ latex: { default: '' }, display: { default: false, rendered: false } }),
  parseHTML: () => [
    {
      tag: 'span[data-formula]',
      getAttrs: ({ dataset, textContent }) => ({
        latex: dataset.formula ?? '',
        display: textContent.startsWith('$$'),
      }),
    },
    {
      // A formula that a page has drawn: its source is in it.
      tag: 'span.katex',
      getAttrs: (element) => {
        const latex = element.querySelector('annotation')?.textContent.trim()
        return latex ? { latex, display: element.querySelector('math[display=block]') !== null } : false
      },
    },
  ],
  renderHTML: ({ node }) => ['span', { 'data-formula': String(node.attrs.latex) }, sourceOf(node.attrs)],
  renderText: ({ node }) => sourceOf(node.attrs),

  markdownTokenizer: {
    name: 'formula',
    level: 'inline',
    start: '$',
    tokenize: (source) => {
      const found = block.exec(source) ?? inline.exec(source)
      return found ? { type: 'formula', raw: found[0], text: found[1] ?? '' } : undefined
    },
  },
  parseMarkdown: (token, helpers) =>
    helpers.createNode('formula', { latex: token.text ?? '', display: token.raw?.startsWith('$$') ?? false }),
  renderMarkdown: (node) => sourceOf(node.attrs),

  addNodeView() {
    return ({ node, getPos }) => {
      const dom = document.createElement('span')
      dom.dataset.formula = ''
      // Until the formula is drawn, and if it cannot be, its source is shown.
      dom.textContent = String(node.attrs.latex)
      void import('./draw-formula.ts')
        .then(({ drawFormula }) => drawFormula(dom, given(node.attrs)))
        .catch(() => undefined)
      dom.addEventListener('click', () => this.options.onAsk(given(node.attrs), getPos() ?? null))
      return { dom, ignoreMutation: () => true }
    }
  },

  addKeyboardShortcuts() {
    return {
      Enter: ({ editor }) => {
        const { selection } = editor.state
        if (!(selection instanceof NodeSelection) || selection.node.type !== this.type) return false
        this.options.onAsk(given(selection.node.attrs), selection.from)
        return true
      },
    }
  },

  addInputRules() {
    return [
      new InputRule({
        find: /\$[^$]+\$\$?$/,
        handler: ({ state: { tr, schema }, range: { from, to }, match: [found] }) => {
          const start = tr.doc.resolve(from).start()
          // The last dollar sign may not have been inserted yet.
          const last = tr.doc.textBetween(start, to).endsWith(found) ? [] : [{ type: 'text', text: '$' }]
          const line = formulasInLine([...((tr.doc.slice(start, to).content.toJSON() ?? []) as JSONContent[]), ...last])
          if (line.at(-1)?.type === 'formula') tr.replaceWith(start, to, Fragment.fromJSON(schema, line))
        },
      }),
    ]
  },

  addProseMirrorPlugins() {
    return [
      new Plugin({
        props: {
          // Finds formulas before other rules interpret asterisks and underscores in them.
          transformPasted: (slice, { state: { schema, selection } }) => {
            const content = slice.content.toJSON() as JSONContent[] | null
            if (!content || selection.$from.parent.type.spec.code) return slice
            return new Slice(
              Fragment.fromJSON(schema, withFormulas({ content }).content),
              slice.openStart,
              slice.openEnd,
            )
          },
        },
      }),
    ]
  },
})
