import { InputRule, Mark } from '@tiptap/core'
import type { JSONContent } from '@tiptap/core'
import { Fragment, Slice } from '@tiptap/pm/model'
import { Plugin } from '@tiptap/pm/state'
import { formulasInLine, withFormulas } from './formulas-in.ts'

const inline = /^\$(?![\s$])((?:\\.|[^$\\\n])+?)(?<!\s)\$(?![\w$])/
const block = /^\$\$([^$]+)\$\$/

/** A formula between dollar signs: its source stays as it was typed, nothing in it is Markdown. */
export const Formula = Mark.create({
  name: 'formula',
  code: true,
  excludes: '_',
  inclusive: false,

  addAttributes() {
    return { display: { default: false, rendered: false } }
  },
  parseHTML() {
    return [{ tag: 'span[data-formula]' }]
  },
  renderHTML() {
    return ['span', { 'data-formula': '', spellcheck: 'false' }, 0]
  },

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
    helpers.applyMark('formula', [{ type: 'text', text: token.text ?? '' }], {
      display: token.raw?.startsWith('$$') ?? false,
    }),
  renderMarkdown: (node, helpers) => {
    const fence = node.attrs?.display ? '$$' : '$'
    return fence + helpers.renderChildren(node.content ?? []) + fence
  },

  addInputRules() {
    return [
      new InputRule({
        find: /\$[^$]+\$\$?$/,
        handler: ({ state: { tr, schema }, range: { from, to }, match: [found] }) => {
          const start = tr.doc.resolve(from).start()
          // The last sign may not have been put in yet.
          const last = tr.doc.textBetween(start, to).endsWith(found) ? [] : [{ type: 'text', text: '$' }]
          const line = formulasInLine([...((tr.doc.slice(start, to).content.toJSON() ?? []) as JSONContent[]), ...last])
          if (!line.at(-1)?.marks?.some(({ type }) => type === 'formula')) return
          tr.replaceWith(start, to, Fragment.fromJSON(schema, line)).removeStoredMark(this.type)
        },
      }),
    ]
  },

  addProseMirrorPlugins() {
    return [
      new Plugin({
        props: {
          // Before other rules see stars and lines in it.
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
