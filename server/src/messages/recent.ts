import type { LiveWord } from '../live.ts'

/** The most recent live words, for readers whose connection was interrupted. */
export type Recent = {
  add: (word: LiveWord) => void
  /** The words for a person after the one with this id; null where that one is no longer kept. */
  since: (id: string, user_id: number) => LiveWord[] | null
  /** The id of the newest word, or null. */
  last: () => string | null
  forget: () => void
}

/**
 * Keeps the last `max` words. Every process receives the same ones in the same order, so a reader can continue with any
 * process.
 */
export const createRecent = (max = 1_000): Recent => {
  let words: LiveWord[] = []
  return {
    add: (word) => {
      words.push(word)
      // Trimmed now and then, not with every word.
      if (words.length > 2 * max) words = words.slice(-max)
    },
    since: (id, user_id) => {
      const at = words.findIndex((word) => word.id === id)
      return at === -1 ? null : words.slice(at + 1).filter(({ user_ids }) => user_ids.includes(user_id))
    },
    last: () => words.at(-1)?.id ?? null,
    forget: () => {
      words = []
    },
  }
}
