import type { Term } from '../db/text-index.ts'

/** Words looked for at once, at most: more of them only make a search slower, not narrower. */
const mostWords = 8

const words = /\p{Script=Han}+|[\p{L}\p{N}]+/gu
const isHan = (word: string): boolean => /^\p{Script=Han}/u.test(word)

// Letters and digits of one script at a time: a run of them ends where Han characters begin.
const runs = (text: string): string[] =>
  [...text.normalize('NFKC').toLowerCase().matchAll(words)].flatMap(([run]) =>
    run.split(/(\p{Script=Han}+)/u).filter(Boolean),
  )

/** Every two neighbouring characters: Chinese has no spaces to cut at. */
const pairs = (run: string): string[] => {
  const characters = [...run]
  return characters.length < 2
    ? characters
    : characters.slice(1).map((character, at) => `${characters[at]}${character}`)
}

/** The words a text is found by: Chinese by pairs of characters, anything else whole; each once. */
export const wordsOf = (text: string): string[] => [
  ...new Set(runs(text).flatMap((run) => (isHan(run) ? [...pairs(run), [...run].at(-1)!] : [run]))),
]

/** What somebody typed as the words to show again: 食堂, python. */
export const typedWords = (typed: string): string[] => [...new Set(runs(typed))].slice(0, mostWords)

/** The same as terms of the index. A single character finds every pair that begins with it, the beginning of a word the whole. */
export const termsOf = (typed: readonly string[]): Term[] =>
  typed.flatMap((run) => {
    if (!isHan(run)) return [{ word: run, prefix: true }]
    return pairs(run).map((word) => ({ word, prefix: [...word].length === 1 }))
  })
