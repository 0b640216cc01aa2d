import { createStore, del, entries, set } from 'idb-keyval'
import type { UseStore } from 'idb-keyval'
import type { StoredUpload } from './upload-parts.ts'

let store: UseStore | null = null
const uploads = (): UseStore => (store ??= createStore('tongchuang-uploads', 'uploads'))

/** The uploads of one person's work on one task on this device, in the order they were chosen. */
export const uploadStore = (user: number, task: number) => {
  const prefix = `${user}:${task}:`
  return {
    all: async (): Promise<StoredUpload[]> => {
      const all = await entries<string, StoredUpload>(uploads())
      return all.filter(([key]) => String(key).startsWith(prefix)).map(([, upload]) => upload)
    },
    put: (upload: StoredUpload): Promise<void> => set(prefix + upload.id, upload, uploads()),
    remove: (id: string): Promise<void> => del(prefix + id, uploads()),
  }
}
