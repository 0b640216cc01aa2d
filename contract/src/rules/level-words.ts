/** The sentences of the levels as they are kept: nothing at all where no level has one. */
export const keptLevelWords = (words: readonly string[] | undefined): string[] =>
  words?.some((one) => one !== '') ? [...words] : []

/** The levels that have a sentence, the best first. */
export const wordedLevels = (words: readonly string[]): { level: number; text: string }[] =>
  words.flatMap((text, at) => (text.trim() === '' ? [] : [{ level: at + 1, text }])).toReversed()
