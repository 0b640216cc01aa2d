import type { QueueParts, StoredUpload, Upload } from './upload-parts.ts'

/** A refused upload stays listed until it is removed, but nothing waits for it. */
export const isOnTheWay = ({ state }: Upload): boolean => state !== 'refused'

/** The uploads of one work: their displayed state, their files, and what the device stores of them for a reload. */
export const createUploadList = (store: QueueParts['store']) => {
  let uploads: readonly Upload[] = []
  const files = new Map<string, File>()
  let latest = 0
  const listeners = new Set<() => void>()

  const publish = (next: readonly Upload[]): void => {
    uploads = next
    for (const listener of listeners) listener()
  }
  const find = (id: string) => uploads.find((upload) => upload.id === id)
  const takeUp = ({ file, paused, ...rest }: StoredUpload): void => {
    if (find(rest.id)) return
    if (file) files.set(rest.id, file)
    latest = Math.max(latest, rest.chosen)
    const state = file ? (paused ? 'paused' : 'waiting') : 'choose'
    publish([...uploads, { ...rest, state, problem: file ? null : { rule: 'choose' } }])
  }

  return {
    all: () => uploads,
    subscribe: (listener: () => void) => {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    find,
    /** The place of a file chosen now: its time in milliseconds, so that it also follows those of before a reload. */
    nextPlace: (): number => (latest = Math.max(Date.now(), latest + 1)),
    fileOf: (id: string) => files.get(id),
    set: (id: string, part: Partial<Upload>): void =>
      publish(uploads.map((upload) => (upload.id === id ? { ...upload, ...part } : upload))),
    /** A new upload, or one that was begun before and has its file again. */
    put: (upload: Upload, file: File | null): void => {
      if (file) files.set(upload.id, file)
      const isKnown = find(upload.id) !== undefined
      publish(isKnown ? uploads.map((one) => (one.id === upload.id ? upload : one)) : [...uploads, upload])
    },
    /** Stores the progress of an upload on the device. */
    remember: (id: string): void => {
      const upload = find(id)
      if (!upload) return
      const { name, size, modified, chosen, url, sent, state } = upload
      const record = { id, name, size, modified, chosen, url, sent, paused: state === 'paused' }
      const withoutFile = () => store.put({ ...record, file: null }).catch(() => undefined)
      // If there is no room for the file, its address on the server is still worth storing.
      void store.put({ ...record, file: files.get(id) ?? null }).catch(withoutFile)
    },
    /** Removes an upload from the device: it stays in the list, but a reload does not restore it. */
    forgetStored: (id: string): void => void store.remove(id).catch(() => undefined),
    remove: (id: string): void => {
      files.delete(id)
      publish(uploads.filter((upload) => upload.id !== id))
      void store.remove(id).catch(() => undefined)
    },
    /** Restores uploads interrupted by a reload, a crash or a log-out. */
    open: async (): Promise<void> =>
      (await store.all().catch(() => [])).sort((a, b) => a.chosen - b.chosen).forEach(takeUp),
  }
}

export type UploadList = ReturnType<typeof createUploadList>
