// An @ after a Latin letter or digit is part of an address, not a name.
const begun = /(?:^|[^\w.])@([^\s@]{0,20})$/u

/** The name being typed at the caret: where its @ stands and the text after it; null if there is none. */
export const mentionAt = (text: string, caret: number): { start: number; keyword: string } | null => {
  const keyword = begun.exec(text.slice(0, caret))?.[1]
  return keyword === undefined ? null : { start: caret - keyword.length - 1, keyword }
}

/** The text with the name inserted, and the new caret. */
export const withMention = (
  text: string,
  { start, keyword }: { start: number; keyword: string },
  nickname: string,
): { text: string; caret: number } => {
  const name = `@${nickname} `
  return { text: text.slice(0, start) + name + text.slice(start + 1 + keyword.length), caret: start + name.length }
}
