import { Mark, markInputRule } from '@tiptap/core'

const inline = /^\$(?![\s$])((?:\\.|[^$\\\n])+?)(?<!\s)\$(?!\d)/
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
    helpers.applyMark('formula', [{ type: 'text', text: token.text ?? '' }], { display: token.raw?.startsWith('$$') ?? false }),
  renderMarkdown: (node, helpers) => {
    const fence = node.attrs?.display ? '$$' : '$'
    return fence + helpers.renderChildren(node.content ?? []) + fence
  },

  addInputRules() {
    // What stands before the first sign is looked at and left alone: Chinese has no space there.
    return [
      markInputRule({ find: /(?<!\$)\$([^\s$](?:[^$]*[^\s$])?)\$$/, type: this.type }),
      markInputRule({ find: /(?<!\$)\$\$([^$]+)\$\$$/, type: this.type, getAttributes: () => ({ display: true }) }),
    ]
  },
})
