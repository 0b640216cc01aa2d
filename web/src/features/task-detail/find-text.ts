/** The range of a quote in rendered text, across the borders of its elements; white space may differ. */
export const findText = (root: Node, quote: string): Range | null => {
  const places: { node: Text; offset: number }[] = []
  let text = ''
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT)
  while (walker.nextNode()) {
    const node = walker.currentNode as Text
    for (let offset = 0; offset < node.data.length; offset += 1) {
      const character = node.data.charAt(offset)
      if (/\s/.test(character)) continue
      text += character
      places.push({ node, offset })
    }
  }
  const wanted = quote.replace(/\s/g, '')
  const at = wanted === '' ? -1 : text.indexOf(wanted)
  const from = places[at]
  const to = places[at + wanted.length - 1]
  if (at < 0 || !from || !to) return null
  const range = document.createRange()
  range.setStart(from.node, from.offset)
  range.setEnd(to.node, to.offset + 1)
  return range
}
