import { createStore, del, get, update } from 'idb-keyval'
import type { UseStore } from 'idb-keyval'
import type { Stored } from './draft-opening.ts'

let store: UseStore | null = null
const drafts = (): UseStore => (store ??= createStore('tongchuang-desk', 'drafts'))

/** The place of one person's work on one task on this device; nobody else who logs in here reads it. */
export const deviceStore = (user: number, task: number) => {
  const key = `${user}:${task}`
  return {
    read: async (): Promise<Stored | null> => (await get<Stored>(key, drafts())) ?? null,
    update: async (change: (before: Stored | null) => Stored | null): Promise<void> => {
      let isGone = false
      await update<Stored | null>(
        key,
        (before) => {
          const next = change(before ?? null)
          isGone = next === null
          return next
        },
        drafts(),
      )
      if (isGone) await del(key, drafts())
    },
  }
}
