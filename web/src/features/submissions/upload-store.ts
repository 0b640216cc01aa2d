import { createStore, del, get, promisifyRequest, set } from 'idb-keyval'
import type { UseStore } from 'idb-keyval'
import type { StoredUpload } from './upload-parts.ts'
import type { Written } from './use-draft.ts'

/** A stored upload with the round in which it was begun. */
type OfRound = Omit<StoredUpload, 'chosen'> & { chosen?: number; round?: number }

let store: UseStore | null = null
const uploads = (): UseStore => (store ??= createStore('tongchuang-uploads', 'uploads'))

/**
 * The uploads of one person's work on one task, stored on this device. Those begun in another round are paused until
 * the person resumes them.
 */
export const uploadStore = ({ user, task, round }: Written) => {
  const prefix = `${user}:${task}:`
  // Stored once, by this window or another.
  const known = new Set<string>()
  const shown = (upload: OfRound): StoredUpload => ({
    ...upload,
    // Pages of an earlier release did not store it.
    chosen: upload.chosen ?? 0,
    paused: upload.paused || (upload.round ?? round) !== round,
  })
  return {
    all: async (): Promise<StoredUpload[]> => {
      // Files of other people who use this device are not even read.
      const mine = IDBKeyRange.bound(prefix, `${prefix}\uFFFF`)
      const all = await uploads()('readonly', (there) => promisifyRequest<OfRound[]>(there.getAll(mine)))
      for (const { id } of all) known.add(id)
      return all.map(shown)
    },
    // Where there is no database, accessing it throws at once, and is refused like any other write.
    put: async (upload: StoredUpload): Promise<void> => {
      await set(prefix + upload.id, { ...upload, round }, uploads())
      known.add(upload.id)
    },
    look: async (id: string): Promise<StoredUpload | null | undefined> =>
      known.has(id)
        ? get<OfRound>(prefix + id, uploads()).then(
            (there) => (there ? shown(there) : null),
            () => undefined,
          )
        : undefined,
    remove: async (id: string): Promise<void> => del(prefix + id, uploads()),
  }
}
