import type { FileCard } from '@tongchuang/contract/files.ts'

/** Why a file is not accepted; the page has the words for it. */
export type UploadProblem =
  | { rule: 'type' | 'size' | 'empty' | 'count' | 'twice' }
  | { rule: 'server'; text: string }
  /** The connection failed, or the server asked to retry, with its message. */
  | { rule: 'network'; text?: string | undefined }
  | { rule: 'choose' }

/**
 * A file being uploaded. `paused`: by the person; `broken`: by the connection, continues by itself; `choose`: begun
 * before, but the browser no longer has the file; `refused`: not accepted.
 */
export type Upload = {
  id: string
  name: string
  size: number
  modified: number
  /** Its place in the order in which files were chosen: greater than that of every file chosen before it. */
  chosen: number
  state: 'waiting' | 'running' | 'paused' | 'broken' | 'choose' | 'refused'
  sent: number
  /** The address at which the server stores what has arrived. */
  url: string | null
  problem: UploadProblem | null
}

/** What the device stores of an upload: its address on the server and, if possible, the file itself. */
export type StoredUpload = Pick<Upload, 'id' | 'name' | 'size' | 'modified' | 'chosen' | 'url' | 'sent'> & {
  file: File | null
  paused: boolean
}

export type UploadEnd =
  | { kind: 'done'; card: FileCard }
  | { kind: 'broken'; text?: string | undefined }
  | { kind: 'refused'; text: string; restart: boolean }
  | { kind: 'session'; text?: string | undefined }
  /** Another window has finished it or taken it away, or paused it. */
  | { kind: 'gone' | 'paused' }

export type Carrier = {
  start: (
    file: File,
    url: string | null,
    hear: { begun: (url: string) => void; progress: (sent: number) => void; ended: (end: UploadEnd) => void },
    id: string,
  ) => { stop: () => void }
  /** Tells the server that the rest of an upload will not be sent. */
  abandon: (url: string) => void
}

export type QueueParts = {
  carrier: Carrier
  store: {
    all: () => Promise<StoredUpload[]>
    put: (upload: StoredUpload) => Promise<void>
    remove: (id: string) => Promise<void>
    /** What the device has of an upload now; null if it had one and has not any more, undefined if it never had. */
    look: (id: string) => Promise<Pick<StoredUpload, 'url' | 'paused'> | null | undefined>
  }
  /** Files that are part of the work already. */
  taken: () => readonly FileCard[]
  /** `files`: those of the work with the one that has arrived. */
  done: (card: FileCard, id: string, files: FileCard[]) => void
  newId: () => string
  later: (run: () => void, ms: number) => () => void
}
