import type { DataStore } from '@tus/server'

/** Where the bytes of uploads under way are, by the ids of their rows. */
export type UploadPlace = DataStore & {
  /** The folder of this machine they are in; null where they are elsewhere. */
  readonly folder: string | null
  /** All bytes of a complete upload, in pieces that are large enough to say what it is. */
  bytesOf: (id: string) => AsyncIterable<Buffer>
  /** Hands a complete upload over to the file store under a key. */
  keepAs: (key: string, id: string) => Promise<void>
  /** Removes what is left of an upload; nothing there is fine. */
  discard: (name: string) => Promise<void>
  /** Everything that is there, each beginning with its upload's id. */
  names: () => AsyncIterable<{ name: string; changed_at: number }>
}
