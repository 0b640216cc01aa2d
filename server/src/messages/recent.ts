import type { LiveWord } from '../live.ts'

/** The most recent live words, for readers whose connection was interrupted, or begins after their page was read. */
export type Recent = {
  add: (word: LiveWord) => void
  /** The words for a person after the one with this id; null where that one is no longer kept. */
  since: (id: string, user_id: number) => LiveWord[] | null
  /** The words for a person of the last milliseconds; null where not all of that time is known. */
  ofLast: (ms: number, user_id: number) => LiveWord[] | null
  /** The id of the newest word, or null. */
  last: () => string | null
  /** Words may have been missed: only what comes from now on is known. */
  forget: () => void
}

type Kept = { word: LiveWord; heard_at: number }

const wordsFor = (kept: readonly Kept[], user_id: number): LiveWord[] =>
  kept.flatMap(({ word }) => (word.user_ids.includes(user_id) ? [word] : []))

/**
 * Keeps the last `max` words. Every process receives the same ones in the same order, so a reader can continue with any
 * process. `clock`: milliseconds that only go forward.
 */
export const createRecent = (max = 1_000, clock: () => number = () => performance.now()): Recent => {
  let kept: Kept[] = []
  /** Everything heard later than this is kept. */
  let known_since = clock()
  return {
    add: (word) => {
      kept.push({ word, heard_at: clock() })
      // Trimmed now and then, not with every word.
      if (kept.length <= 2 * max) return
      known_since = kept.at(-max - 1)?.heard_at ?? known_since
      kept = kept.slice(-max)
    },
    since: (id, user_id) => {
      const at = kept.findIndex(({ word }) => word.id === id)
      return at === -1 ? null : wordsFor(kept.slice(at + 1), user_id)
    },
    ofLast: (ms, user_id) => {
      const begin = clock() - ms
      if (begin <= known_since) return null
      return wordsFor(
        kept.filter(({ heard_at }) => heard_at >= begin),
        user_id,
      )
    },
    last: () => kept.at(-1)?.word.id ?? null,
    forget: () => {
      kept = []
      known_since = clock()
    },
  }
}
