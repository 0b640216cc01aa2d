export type TextPart = { text: string; isNew: boolean }

// Firefox has it since 2024; without it a sentence ends at its sign.
const segmenter = 'Segmenter' in Intl ? new Intl.Segmenter('zh-CN', { granularity: 'sentence' }) : null
const sentencesOf = (text: string): string[] =>
  segmenter
    ? Array.from(segmenter.segment(text), ({ segment }) => segment)
    : (text.match(/[^\u3002\uff01\uff1f.!?\n]+[\u3002\uff01\uff1f.!?\n]*|[\u3002\uff01\uff1f.!?\n]+/g) ?? [])

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
  for (const sentence of sentencesOf(text)) {
    const isNew = !earlier.includes(withoutCut(sentence.trim()))
    const last = parts.at(-1)
    if (last?.isNew === isNew) last.text += sentence
    else parts.push({ text: sentence, isNew })
  }
  const grown = parts.reduce((sum, part) => sum + (part.isNew ? part.text.length : 0), 0)
  return grown > mostNew * text.length ? [{ text, isNew: false }] : parts
}
