import { Node } from '@tiptap/core'

type Options = { urlOf: (file_id: number) => string | null }

const ownFile = /^\/api\/files\/(\d+)$/

/**
 * A picture in the text, stored by the id of its file and shown through the present signed link. Pictures of other
 * sites are shown as text.
 */
export const Picture = Node.create<Options>({
  name: 'image',
  group: 'inline',
  inline: true,
  draggable: true,
  addOptions: () => ({ urlOf: () => null }),
  addAttributes: () => ({ src: { default: '' }, alt: { default: '' } }),
  // What is copied from the editor itself; an `img` of another page has no file here.
  parseHTML: () => [
    {
      tag: 'span[data-picture]',
      getAttrs: ({ dataset, textContent }) =>
        ownFile.test(dataset.picture ?? '') && { src: dataset.picture, alt: textContent },
    },
  ],
  renderHTML: ({ node }) => ['span', { 'data-picture': String(node.attrs.src) }, String(node.attrs.alt)],
  renderText: ({ node }) => String(node.attrs.alt),
  markdownTokenName: 'image',
  parseMarkdown: (token, helpers) =>
    helpers.createNode('image', { src: (token as { href?: string }).href ?? '', alt: token.text ?? '' }),
  renderMarkdown: (node) =>
    `![${String(node.attrs?.alt ?? '').replaceAll(/([[\]\\])/g, '\\$1')}](${String(node.attrs?.src ?? '')})`,
  addNodeView() {
    return ({ node }) => {
      const id = ownFile.exec(String(node.attrs.src))?.[1]
      const url = id ? this.options.urlOf(Number(id)) : null
      const dom = document.createElement('span')
      dom.dataset.picture = ''
      if (url) {
        const image = document.createElement('img')
        image.src = url
        image.alt = String(node.attrs.alt)
        dom.append(image)
      } else {
        dom.textContent = String(node.attrs.alt) || String(node.attrs.src)
      }
      return { dom }
    }
  },
})
