import type { JSONContent } from '@tiptap/core'

// Chinese text and punctuation follow an address without a space, so only signs of addresses themselves belong to it.
const written = /(?:https?:\/\/|(?<!\w)www\.)[\w\-.~:/?#@!$&'*+,;=%[\]()]+/gi
/** The same with the signs that were escaped and the `&` as it stands in Markdown. */
const escaped = /^(?:https?:\/\/|www\.)(?:\\[`*_[\]~$]|[\w\-.~:/?#@!$&'*+,;=%[\]()])+/i

/** The place of a bracket that closes nothing; the length if there is none. */
const unopened = (text: string): number => {
  const open: string[] = []
  for (const [at, sign] of [...text].entries()) {
    if (sign === '(' || sign === '[') open.push(sign)
    if ((sign === ')' && open.pop() !== '(') || (sign === ']' && open.pop() !== '[')) return at
  }
  return text.length
}

/** Signs that end a sentence or begin what comes next. */
const behind = new Set(".,;:!?'*[(")

/** An address without the brackets around it and the punctuation behind it; empty if nothing is left of it. */
const trimmed = (found: string): string => {
  let end = unopened(found)
  while (behind.has(found[end - 1] ?? '')) end -= 1
  const address = found.slice(0, end)
  return /^(?:https?:\/\/\w|www\.[\w-]+\.\w)/i.test(address) ? address : ''
}

const hrefOf = (address: string): string => (/^www/i.test(address) ? `http://${address}` : address)

/** Whether a text is an address and nothing else. */
export const isAddress = (text: string): boolean => {
  const [first] = text.matchAll(written)
  return first !== undefined && trimmed(first[0]) === text
}

/** The address at the beginning of a line of Markdown that was written there as plain text. */
export const addressAt = (source: string): { raw: string; text: string; href: string } | undefined => {
  const raw = escaped.exec(source)?.[0]
  if (raw === undefined) return undefined
  const found = raw.replaceAll(/\\(.)/g, '$1').replaceAll('&amp;', '&')
  const text = trimmed(found)
  const rest = found.slice(text.length)
  if (text === '' || !raw.endsWith(rest)) return undefined
  return { raw: raw.slice(0, raw.length - rest.length), text, href: hrefOf(text) }
}

/** Spaces end an address in Markdown; one that was copied from a page may have some. */
const withoutSpaces = (mark: NonNullable<JSONContent['marks']>[number]) =>
  mark.type === 'link' ? { ...mark, attrs: { href: String(mark.attrs?.href).replaceAll(/\s/g, '%20') } } : mark

const linked = (node: JSONContent): JSONContent[] => {
  const { text = '', marks = [] } = node
  if (marks.some(({ type }) => type === 'code')) return [node]
  if (marks.some(({ type }) => type === 'link')) return [{ ...node, marks: marks.map(withoutSpaces) }]
  const parts: JSONContent[] = []
  let last = 0
  for (const { 0: found, index } of text.matchAll(written)) {
    const address = trimmed(found)
    if (address === '') continue
    const link = { type: 'link', attrs: { href: hrefOf(address) } }
    parts.push({ ...node, text: text.slice(last, index) }, { ...node, text: address, marks: [...marks, link] })
    last = index + address.length
  }
  return [...parts, { ...node, text: text.slice(last) }].filter((part) => part.text !== '')
}

/**
 * A document with every address in it turned into a link. As plain text its signs would be escaped, and readers would
 * take the escapes for a part of the address.
 */
export const withLinks = (node: JSONContent): JSONContent => {
  if (!node.content || node.type === 'codeBlock') return node
  return { ...node, content: node.content.flatMap((one) => (one.type === 'text' ? linked(one) : [withLinks(one)])) }
}
