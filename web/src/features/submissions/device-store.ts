import { createStore, del, get, update } from 'idb-keyval'
import type { UseStore } from 'idb-keyval'
import type { Stored } from './draft-opening.ts'
import { keepOnDevice, keptOnDevice } from '@tongchuang/ui/on-device.ts'

let store: UseStore | null = null
const drafts = (): UseStore => (store ??= createStore('tongchuang-desk', 'drafts'))

// A page that is being closed has no time for the database: the last letters go to the one store that does not wait.
const lastLetters = {
  read: (key: string) => keptOnDevice<Stored>(key),
  /** Throws where the browser refuses to store. */
  write: (key: string, stored: Stored | null): void => {
    if (stored) localStorage.setItem(key, JSON.stringify(stored))
    else localStorage.removeItem(key)
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
    writeNow: (stored: Stored): void => keepOnDevice(lastKey, stored),
    update: async (change: (before: Stored | null) => Stored | null): Promise<void> => {
      let next = null as Stored | null
      try {
        await update<Stored | null>(key, (before) => (next = change(before ?? null)), drafts())
        if (next === null) await del(key, drafts())
      } catch {
        // The database is full or blocked; where the other store has no room either, this fails.
        lastLetters.write(lastKey, change(lastLetters.read(lastKey)))
        return
      }
      if ((lastLetters.read(lastKey)?.at ?? Infinity) <= (next?.at ?? Infinity)) lastLetters.write(lastKey, null)
    },
  }
}
