export type TextPart = { text: string; isNew: boolean }

const sentences = new Intl.Segmenter('zh-CN', { granularity: 'sentence' })

/** Above this share of new words a text counts as rewritten, and nothing is highlighted. */
const mostNew = 0.7

/**
 * Removes the dots of a last sentence that was cut. A loop instead of a pattern, which would be retried at each of many
 * dots.
 */
const withoutCut = (sentence: string): string => {
  let end = sentence.length
  while (sentence[end - 1] === '…') end -= 1
  return sentence.slice(0, end)
}

/** Splits a text into parts, telling apart by sentence those that were not in an earlier text. */
export const grownParts = (text: string, earlier: string): TextPart[] => {
  const parts: TextPart[] = []
  for (const { segment: sentence } of sentences.segment(text)) {
    const isNew = !earlier.includes(withoutCut(sentence.trim()))
    const last = parts.at(-1)
    if (last?.isNew === isNew) last.text += sentence
    else parts.push({ text: sentence, isNew })
  }
  const grown = parts.reduce((sum, part) => sum + (part.isNew ? part.text.length : 0), 0)
  return grown > mostNew * text.length ? [{ text, isNew: false }] : parts
}
