import { createStore, del, get, update } from 'idb-keyval'
import type { UseStore } from 'idb-keyval'
import type { Stored } from './draft-opening.ts'

let store: UseStore | null = null
const drafts = (): UseStore => (store ??= createStore('tongchuang-desk', 'drafts'))

// A page that is being closed has no time for the database: the last letters go to the one store that does not wait.
const lastLetters = {
  read: (key: string): Stored | null => {
    try {
      return JSON.parse(localStorage.getItem(key) ?? 'null') as Stored | null
    } catch {
      return null
    }
  },
  write: (key: string, stored: Stored | null): void => {
    try {
      if (stored) localStorage.setItem(key, JSON.stringify(stored))
      else localStorage.removeItem(key)
    } catch {
      // full or blocked: what the database has stays
    }
  },
}

/** The place of one person's work on one task on this device; nobody else who logs in here reads it. */
export const deviceStore = (user: number, task: number) => {
  const key = `${user}:${task}`
  const lastKey = `desk:${key}`
  return {
    read: async (): Promise<Stored | null> => {
      const last = lastLetters.read(lastKey)
      const stored = (await get<Stored>(key, drafts()).catch(() => null)) ?? null
      return last && last.at >= (stored?.at ?? 0) ? last : stored
    },
    /** Before the page is gone: at once, without waiting. */
    writeNow: (stored: Stored): void => lastLetters.write(lastKey, stored),
    update: async (change: (before: Stored | null) => Stored | null): Promise<void> => {
      let isGone = false
      let at = Infinity
      await update<Stored | null>(
        key,
        (before) => {
          const next = change(before ?? null)
          isGone = next === null
          at = next?.at ?? Infinity
          return next
        },
        drafts(),
      )
      if (isGone) await del(key, drafts())
      if ((lastLetters.read(lastKey)?.at ?? Infinity) <= at) lastLetters.write(lastKey, null)
    },
  }
}
