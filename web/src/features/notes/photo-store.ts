import { createStore, del, get, set } from 'idb-keyval'
import type { UseStore } from 'idb-keyval'

/** A chosen photo on this device, and its number once the server has it. */
export type KeptPhoto = { file: File; id: number | null }

let store: UseStore | null = null
const photos = (): UseStore => (store ??= createStore('tongchuang-notes', 'photos'))

/**
 * Stores the photo of an unsent note under the same name as its text; if storage is full or blocked, the photo is still
 * on the page.
 */
export const photoStore = (name: string) => {
  // Where there is no database, accessing it throws at once.
  const inDatabase = <T>(work: () => Promise<T>): Promise<T | undefined> =>
    Promise.resolve()
      .then(work)
      .catch(() => undefined)
  return {
    read: (): Promise<KeptPhoto | undefined> => inDatabase(() => get<KeptPhoto>(name, photos())),
    write: (photo: KeptPhoto | null): Promise<void> =>
      inDatabase(() => (photo ? set(name, photo, photos()) : del(name, photos()))),
  }
}
