import { ProviderFailure } from './failures.ts'

/*
 * The answers of a CAS server are small XML documents of one known form. This parser reads that form and nothing else:
 * no document type (and so no entities of its own), no comments, no processing instructions, no entities but the five
 * of XML itself. It refuses everything it does not know, and looks at each character once.
 */

type Element = { name: string; text: string; children: Element[] }

const refuse = (what: string): never => {
  throw new ProviderFailure('ANSWER', `CAS: ${what}`)
}

const entities: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }

const plain = (text: string): string =>
  text.replaceAll(/&([^;&]{0,12});?/g, (whole, name: string) => {
    const number = /^#(?:x([0-9a-fA-F]{1,6})|(\d{1,7}))$/.exec(name)
    const code = number ? Number.parseInt(number[1] ?? number[2] ?? '', number[1] ? 16 : 10) : Number.NaN
    const known = entities[name] ?? (code > 0 && code <= 0x10_ffff ? String.fromCodePoint(code) : undefined)
    return known === undefined || !whole.endsWith(';') ? refuse('an entity') : known
  })

const nameForm = /^[A-Za-z_][\w.-]*(?::[A-Za-z_][\w.-]*)?$/
const mostElements = 500
const mostDepth = 10

type Tag = { name: string; attributes: string; isEnd: boolean; isEmpty: boolean }

const tagOf = (inside: string): Tag => {
  if (/^[!?]/.test(inside)) return refuse('a document type, comment or instruction')
  const isEnd = inside.startsWith('/')
  const isEmpty = inside.endsWith('/')
  const body = inside.slice(isEnd ? 1 : 0, isEmpty ? -1 : undefined)
  const space = body.search(/\s/)
  const name = space < 0 ? body : body.slice(0, space)
  if (!nameForm.test(name) || (isEnd && isEmpty)) return refuse('a tag that is none')
  return { name, attributes: space < 0 ? '' : body.slice(space), isEnd, isEmpty }
}

const cdata = '<![CDATA['

/** Parses a text that contains one element. */
const parse = (xml: string): Element & { attributes: string } => {
  const text = xml.replace(/^\uFEFF?\s*(?:<\?xml [^<>?]{0,200}\?>)?/, '').trim()
  const top: Element = { name: '', text: '', children: [] }
  const open: Element[] = [top]
  let attributes = ''
  let elements = 0
  for (let at = 0; at < text.length;) {
    const current = open.at(-1)!
    if (text.startsWith(cdata, at)) {
      const end = text.indexOf(']]>', at)
      if (end < 0 || current === top) return refuse('text that does not end')
      current.text += text.slice(at + cdata.length, end)
      at = end + 3
      continue
    }
    if (text[at] !== '<') {
      const end = text.indexOf('<', at)
      const piece = text.slice(at, end < 0 ? undefined : end)
      if (current === top && piece.trim() !== '') return refuse('text outside')
      current.text += plain(piece)
      at += piece.length
      continue
    }
    const end = text.indexOf('>', at)
    if (end < 0) return refuse('a tag that does not end')
    const tag = tagOf(text.slice(at + 1, end))
    at = end + 1
    if (tag.isEnd) {
      if (open.pop()?.name !== tag.name || open.length === 0) return refuse('tags that do not fit')
      continue
    }
    const element: Element = { name: tag.name, text: '', children: [] }
    if (current === top && top.children.length > 0) return refuse('two documents')
    if (current === top) attributes = tag.attributes
    current.children.push(element)
    elements += 1
    if (elements > mostElements) return refuse('too many elements')
    if (!tag.isEmpty) open.push(element)
    if (open.length > mostDepth) return refuse('too deep')
  }
  const [root] = top.children
  if (open.length !== 1 || !root) return refuse('no document')
  return { ...root, attributes }
}

/** The answer of a CAS server about a ticket: its owner, or why it is not valid. */
export type CasAnswer = { user: string; attributes: Readonly<Record<string, string>> } | { failure: string }

/** Reads the answer of serviceValidate; throws a ProviderFailure for anything that has not exactly its form. */
export const casAnswer = (xml: string): CasAnswer => {
  const root = parse(xml)
  const [, prefix = ''] = /^(?:(.+):)?serviceResponse$/.exec(root.name) ?? refuse('no serviceResponse')
  const declared = new RegExp(
    `\\sxmlns${prefix ? `:${prefix.replaceAll('.', '\\.')}` : ''}\\s*=\\s*["']http://www\\.yale\\.edu/tp/cas["']`,
  )
  if (!declared.test(root.attributes)) return refuse('not in the namespace of CAS')
  const of = (element: Element, name: string) =>
    element.children.filter((child) => child.name === (prefix ? `${prefix}:${name}` : name))
  const [success, ...moreSuccess] = of(root, 'authenticationSuccess')
  const [failure] = of(root, 'authenticationFailure')
  if (root.children.length !== 1 || moreSuccess.length > 0) return refuse('more than one answer')
  if (failure) return { failure: failure.text.trim().slice(0, 200) }
  if (!success) return refuse('neither success nor failure')
  const [user, ...others] = of(success, 'user')
  if (!user || others.length > 0 || user.children.length > 0) return refuse('not exactly one user')
  if (of(success, 'proxies').length > 0) return refuse('a proxied ticket')
  const attributes: Record<string, string> = {}
  for (const list of of(success, 'attributes'))
    for (const child of list.children) {
      const name = child.name.slice(child.name.indexOf(':') + 1)
      // The first of several values counts: a list of numbers does not identify one person.
      if (!Object.hasOwn(attributes, name)) attributes[name] = child.text.trim()
    }
  return { user: user.text.trim(), attributes }
}
