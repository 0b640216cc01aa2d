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
export const photoStore = (name: string) => ({
  read: (): Promise<KeptPhoto | undefined> => get<KeptPhoto>(name, photos()).catch(() => undefined),
  write: (photo: KeptPhoto | null): Promise<void> =>
    (photo ? set(name, photo, photos()) : del(name, photos())).catch(() => undefined),
})
