/** A text as searches compare it: of plain width and in lower case, so 七（３）班 is 七(3)班 and ＡＢＣ is abc. */
export const plainText = (text: string): string => text.normalize('NFKC').toLowerCase()

/** Whether a text contains some words, in any case and any width. O(text). */
export const containsWords = (text: string, words: string): boolean => plainText(text).includes(plainText(words.trim()))
