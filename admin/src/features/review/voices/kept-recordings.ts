import type { MarkPlace } from '../area-pages.ts'

/**
 * A recording that is not on the server yet, stored on this device; a reload while recording loses at most a second.
 */
export type KeptRecording = {
  id: string
  /** The work and its reviewer. */
  of: string
  name: string
  type: string
  parts: readonly Blob[]
  peaks: readonly number[]
  /** The mark it is about; if absent, it is about the work. */
  on?: MarkPlace
}

const store = 'recordings'

const opened = (): Promise<IDBDatabase> =>
  new Promise((resolve, reject) => {
    const asked = indexedDB.open('spoken-answers', 1)
    asked.addEventListener('upgradeneeded', () => asked.result.createObjectStore(store, { keyPath: 'id' }))
    asked.addEventListener('success', () => resolve(asked.result))
    asked.addEventListener('error', () => reject(asked.error ?? new Error('no store')))
  })

const askNow = async <T>(mode: IDBTransactionMode, act: (recordings: IDBObjectStore) => IDBRequest<T>): Promise<T> => {
  const database = await opened()
  try {
    return await new Promise((resolve, reject) => {
      const request = act(database.transaction(store, mode).objectStore(store))
      request.addEventListener('success', () => resolve(request.result))
      request.addEventListener('error', () => reject(request.error ?? new Error('not kept')))
    })
  } finally {
    database.close()
  }
}

let last: Promise<unknown> = Promise.resolve()

/** Requests run one after another, so that an earlier write cannot restore a recording that was forgotten. */
const ask = <T>(mode: IDBTransactionMode, act: (recordings: IDBObjectStore) => IDBRequest<T>): Promise<T> => {
  const asked = last.then(() => askNow(mode, act))
  last = asked.catch(() => null)
  return asked
}

/** Stores the recorded part on the device; if the device cannot store it, it exists only in this page. */
export const keepRecording = (recording: KeptRecording): Promise<unknown> =>
  ask('readwrite', (all) => all.put(recording)).catch(() => null)

/** Removes a recording that has arrived or was discarded. */
export const forgetRecording = (id: string): Promise<unknown> =>
  ask('readwrite', (all) => all.delete(id)).catch(() => null)

/** The recordings of a work kept from an earlier visit. */
export const keptRecordings = async (of: string): Promise<KeptRecording[]> => {
  const all = await ask<KeptRecording[]>('readonly', (recordings) => recordings.getAll()).catch(() => [])
  return all.filter((one) => one.of === of && one.parts.length > 0)
}
