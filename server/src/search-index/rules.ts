import { plainText } from '@tongchuang/contract/rules/plain-text.ts'
import type { Term } from '../db/text-index.ts'

/** The maximum number of words in one search: more only make it slower, not narrower. */
const mostWords = 8

const words = /\p{Script=Han}+|[\p{L}\p{N}]+/gu
const isHan = (word: string): boolean => /^\p{Script=Han}/u.test(word)

// Splits text into runs of Han characters and runs of other letters and digits.
const runs = (text: string): string[] =>
  [...plainText(text).matchAll(words)].flatMap(([run]) => run.split(/(\p{Script=Han}+)/u).filter(Boolean))

/** All pairs of neighboring characters: Chinese has no spaces to split at. */
const pairs = (run: string): string[] => {
  const characters = [...run]
  return characters.length < 2
    ? characters
    : characters.slice(1).map((character, at) => `${characters[at]}${character}`)
}

/** The index terms of a text: Chinese as pairs of characters, anything else as whole words; each once. */
export const wordsOf = (text: string): string[] => [
  ...new Set(runs(text).flatMap((run) => (isHan(run) ? [...pairs(run), [...run].at(-1)!] : [run]))),
]

/** The typed words, as shown back to the user: 食堂, python. */
export const typedWords = (typed: string): string[] => [...new Set(runs(typed))].slice(0, mostWords)

/**
 * The typed words as index terms. A single character finds every pair that begins with it; the beginning of a word
 * finds the whole word.
 */
export const termsOf = (typed: readonly string[]): Term[] =>
  typed.flatMap((run) => {
    if (!isHan(run)) return [{ word: run, prefix: true }]
    return pairs(run).map((word) => ({ word, prefix: [...word].length === 1 }))
  })
