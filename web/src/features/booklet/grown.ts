export type TextPart = { text: string; isNew: boolean }

const sentences = new Intl.Segmenter('zh-CN', { granularity: 'sentence' })

/** The share of new words from which on a text was written anew: then nothing stands out. */
const mostNew = 0.7

/** The last sentence may be cut. A loop and not a pattern, which would be tried again from each of many dots. */
const withoutCut = (sentence: string): string => {
  let end = sentence.length
  while (sentence[end - 1] === '…') end -= 1
  return sentence.slice(0, end)
}

/** A text in parts, those that were not in an earlier one told apart by the sentence. */
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
