import { createStore, del, get, update } from 'idb-keyval'
import type { UseStore } from 'idb-keyval'
import { keepOnDevice, keptOnDevice } from '@tongchuang/ui/on-device.ts'
import type { Stored } from './draft-opening.ts'

let store: UseStore | null = null
const drafts = (): UseStore => (store ??= createStore('tongchuang-desk', 'drafts'))

/** The place of one person's work on one task on this device; nobody else who logs in here reads it. */
export const deviceStore = (user: number, task: number) => {
  const key = `${user}:${task}`
  // A page that is being closed has no time for the database: the last letters go to the one store that does not wait.
  const lastKey = `desk:${key}`
  const lastLetters = () => keptOnDevice<Stored>(lastKey)
  return {
    read: async (): Promise<Stored | null> => {
      const last = lastLetters()
      const stored = (await get<Stored>(key, drafts()).catch(() => null)) ?? null
      return last && last.at >= (stored?.at ?? 0) ? last : stored
    },
    /** Before the page is gone: at once, without waiting. */
    writeNow: (stored: Stored): void => void keepOnDevice(lastKey, stored),
    update: async (change: (before: Stored | null) => Stored | null): Promise<void> => {
      let next = null as Stored | null
      try {
        await update<Stored | null>(key, (before) => (next = change(before ?? null)), drafts())
        if (next === null) await del(key, drafts())
      } catch {
        // The database is full or blocked; where the other store has no room either, this fails.
        if (!keepOnDevice(lastKey, change(lastLetters()))) throw new Error('this device keeps nothing')
        return
      }
      if ((lastLetters()?.at ?? Infinity) <= (next?.at ?? Infinity)) keepOnDevice(lastKey, null)
    },
  }
}
