/** The Markdown without its formatting signs, for a printed beginning in plain text. */
export const wordsOf = (source: string): string =>
  source
    .replaceAll(/!\[[^[\]\n]{0,200}\]\([^()\n]{0,500}\)/g, '')
    .replaceAll(/\[([^[\]\n]{0,200})\]\([^()\n]{0,500}\)/g, '$1')
    .replaceAll(/^[ \t]{0,8}(?:#{1,6}|>|[-*+]|\d{1,3}\.)[ \t]+/gm, '')
    .replaceAll(/\*\*|__|~~|`+/g, '')

/**
 * The beginning of a text of at most `length` characters and an ellipsis; it ends with a sentence if one ends in its
 * last third.
 */
export const beginningOf = (words: string, length: number): string => {
  const lines = words.replaceAll(/[ \t]+/g, ' ').split('\n')
  const text = lines.flatMap((line) => line.trim() || []).join('\n')
  if (text.length <= length) return text
  const cut = text.slice(0, length)
  const end = [...cut.matchAll(/[^.\P{Sentence_Terminal}]|\.(?=\s)|\n/gu)].at(-1)?.index ?? 0
  return `${(end > (length * 2) / 3 ? cut.slice(0, end + 1) : cut).trimEnd()}……`
}
