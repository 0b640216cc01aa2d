/** Text as HTML shows it. */
export const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')

const entities: Readonly<Record<string, string>> = {
  '&amp;': '&',
  '&lt;': '<',
  '&gt;': '>',
  '&quot;': '"',
  '&#39;': "'",
  '&#x27;': "'",
}
// Tags that end a line or a cell: the words beside them are two.
const apart = /^<\/?(?:p|br|hr|h\d|li|ul|ol|tr|td|th|table|pre|blockquote|summary|details)\b/

/** Searches forward for a text from increasing places; no part is searched twice. */
const seeker = (html: string, wanted: string) => {
  let found = html.indexOf(wanted)
  return (from: number): number => {
    if (found !== -1 && found < from) found = html.indexOf(wanted, from)
    return found
  }
}

/** The text of safe HTML without markup; a formula as it was written. Stops reading after `most` characters. */
export const textOf = (html: string, most = Infinity): string => {
  const endOfMath = seeker(html, '</math>')
  const annotation = seeker(html, '<annotation')
  const endOfAnnotation = seeker(html, '</annotation>')
  let words = ''
  for (let at = 0; at < html.length && words.length < most;) {
    const open = html.indexOf('<', at)
    words += html.slice(at, open === -1 ? undefined : open)
    if (open === -1) break
    const close = html.indexOf('>', open)
    if (close === -1) break
    const tag = html.slice(open, close + 1)
    at = close + 1
    if (apart.test(tag)) words += ' '
    if (!tag.startsWith('<math')) continue
    const [source, ends] = [annotation(open), endOfMath(open)]
    const sourceEnds = source === -1 ? -1 : endOfAnnotation(source)
    if (source === -1 || sourceEnds === -1 || ends < sourceEnds) continue
    words += ` ${html.slice(html.indexOf('>', source) + 1, sourceEnds)} `
    at = ends + '</math>'.length
  }
  return words
    .replaceAll(/&(?:amp|lt|gt|quot|#39|#x27);/g, (entity) => entities[entity] ?? entity)
    .replaceAll(/\s+/g, ' ')
    .trim()
}
