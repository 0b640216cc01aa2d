import { Node } from '@tiptap/core'

type Options = { urlOf: (file_id: number) => string | null }

const ownFile = /^\/api\/files\/(\d+)$/
const linked = /\/api\/files\/(\d+)(?!\d)/

/** The file of this text that an address of a page shows; null if it is none. */
export const pictureShownBy = (address: string, { urlOf }: Options): number | null => {
  const id = Number(linked.exec(address)?.[1] ?? 0)
  return id > 0 && urlOf(id) !== null ? id : null
}

/** The file of a copied picture as it is stored; null for one that this text has not. */
const copiedFrom = (element: HTMLElement, options: Options): string | null => {
  const { picture } = element.dataset
  if (picture !== undefined) return ownFile.test(picture) ? picture : null
  const id = pictureShownBy(element.getAttribute('src') ?? '', options)
  return id === null ? null : `/api/files/${id}`
}

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
  addAttributes() {
    return {
      src: { default: '', parseHTML: (element) => copiedFrom(element, this.options) },
      alt: { default: '', parseHTML: (element) => element.getAttribute('alt') ?? element.textContent },
    }
  },
  // Copied from the editor itself, and from a page that shows this work.
  parseHTML() {
    return ['span[data-picture]', 'img[src]'].map((tag) => ({
      tag,
      getAttrs: (element) => copiedFrom(element, this.options) !== null && null,
    }))
  },
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
