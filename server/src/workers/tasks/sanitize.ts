import sanitizeHtml, { type Attributes, type IOptions, type Tag } from 'sanitize-html'
import { mathTags, textTags } from '../../markdown/tags.ts'

const mathAttributes = [
  'xmlns',
  'display',
  'encoding',
  'mathvariant',
  'mathcolor',
  'mathbackground',
  'mathsize',
  'stretchy',
  'fence',
  'separator',
  'lspace',
  'rspace',
  'minsize',
  'maxsize',
  'accent',
  'accentunder',
  'linethickness',
  'width',
  'height',
  'depth',
  'voffset',
  'columnalign',
  'columnspacing',
  'columnlines',
  'rowspacing',
  'rowlines',
  'scriptlevel',
  'displaystyle',
  'notation',
  'symmetric',
  'largeop',
  'movablelimits',
]

/**
 * The files of this site that a text shows: `/api/files/12`. Their signed addresses are put in when the text is read.
 */
const ownFile = /^\/api\/files\/([1-9]\d{0,9})(?:[?#].*)?$/s
const webAddress = /^https?:\/\/[^\s\\]+$/i
const ownPage = /^(?:\/(?![/\\])[^\\\s]*|#[\w-]*)$/

const alignment = ({ style, align }: Attributes): Attributes => {
  const side =
    /^(left|center|right)$/.exec(align ?? '')?.[1] ?? /text-align:\s*(left|center|right)/.exec(style ?? '')?.[1]
  return side ? { align: side } : {}
}

const cell = (tagName: string, { style, align, colspan, rowspan }: Attributes): Tag => ({
  tagName,
  attribs: {
    ...alignment({ style: style ?? '', align: align ?? '' }),
    ...span('colspan', colspan),
    ...span('rowspan', rowspan),
  },
})

const span = (name: string, value: string | undefined): Attributes =>
  value !== undefined && /^[1-9]\d?$/.test(value) ? { [name]: value } : {}

const link = (_: string, { href = '', title }: Attributes): Tag => {
  const named: Attributes = title ? { title } : {}
  if (webAddress.test(href))
    return { tagName: 'a', attribs: { href, ...named, target: '_blank', rel: 'noopener noreferrer nofollow' } }
  if (ownPage.test(href) || /^mailto:[^\s\\]+$/i.test(href)) return { tagName: 'a', attribs: { href, ...named } }
  return { tagName: 'span', attribs: {} }
}

// A picture from elsewhere would tell its owner who reads the text: it becomes a link.
const picture = (_: string, { src = '', alt = '' }: Attributes): Tag => {
  const file = ownFile.exec(src)?.[1]
  if (file) return { tagName: 'img', attribs: { src: `/api/files/${file}`, alt, loading: 'lazy' } }
  if (webAddress.test(src))
    return {
      tagName: 'a',
      attribs: { href: src, target: '_blank', rel: 'noopener noreferrer nofollow' },
      text: alt || src,
    }
  return { tagName: 'span', attribs: {}, text: alt }
}

// A page has one `h1` and its own `h2`, so the headings of a text begin at `h3`.
const heading = (level: number) => (): Tag => ({ tagName: `h${Math.min(6, level + 2)}`, attribs: {} })

const options: IOptions = {
  allowedTags: [...textTags, ...mathTags],
  allowedAttributes: {
    a: ['href', 'title', 'target', 'rel'],
    img: ['src', 'alt', 'loading'],
    ol: ['start'],
    th: ['align', 'colspan', 'rowspan'],
    td: ['align', 'colspan', 'rowspan'],
    details: ['open'],
    ...Object.fromEntries(mathTags.map((tag) => [tag, mathAttributes])),
  },
  allowedClasses: { code: [/^language-[\w+#-]{1,20}$/], span: [/^hljs-[\w-]{1,40}$/, 'katex'], pre: ['hljs'] },
  allowedSchemes: ['http', 'https', 'mailto'],
  allowProtocolRelative: false,
  disallowedTagsMode: 'discard',
  nonTextTags: [
    'script',
    'style',
    'textarea',
    'option',
    'noscript',
    'template',
    'iframe',
    'object',
    'title',
    'xmp',
    'svg',
  ],
  nestingLimit: 100,
  transformTags: {
    a: link,
    img: picture,
    th: cell,
    td: cell,
    h1: heading(1),
    h2: heading(2),
    h3: heading(3),
    h4: heading(4),
    h5: heading(5),
    h6: heading(6),
  },
}

/** HTML reduced to what a text may contain: no scripts, styles or ids, and no pictures from other sites. */
export const safeHtml = (html: string): string => sanitizeHtml(html, options)
