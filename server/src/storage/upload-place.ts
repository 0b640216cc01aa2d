import type { DataStore } from '@tus/server'

/** Storage for the bytes of unfinished uploads, keyed by the ids of their rows. */
export type UploadPlace = DataStore & {
  /** The folder of this machine they are in; null where they are elsewhere. */
  readonly folder: string | null
  /** All bytes of a complete upload, in chunks large enough to detect the file type. */
  bytesOf: (id: string) => AsyncIterable<Buffer>
  /** Hands a complete upload over to the file store under a key. */
  keepAs: (key: string, id: string) => Promise<void>
  /** Removes the remains of an upload; does nothing where there are none. */
  discard: (name: string) => Promise<void>
  /** When bytes of an upload last arrived, in milliseconds; null where none have. */
  lastArrival: (id: string) => Promise<number | null>
  /** The names of everything stored; each begins with the id of its upload. */
  names: () => AsyncIterable<{ name: string; changed_at: number }>
}
