import type { Kept, Stored } from './draft-opening.ts'
import type { ServerDraft, Work } from './work.ts'

/** The outcome of a save on the server. */
export type Saved =
  | { kind: 'saved'; version: number; at: number }
  | { kind: 'conflict'; theirs: ServerDraft }
  /** No response, or one that asks to retry later. */
  | { kind: 'unreachable'; seconds?: number }
  /** The session is over, or the task no longer accepts drafts: a retry would change nothing. */
  | { kind: 'over' }
  /** The server refuses this text; the next one may be accepted. */
  | { kind: 'refused'; text: string }

/** A message from one tab to the others of the same person and task. */
export type TabMessage =
  | { kind: 'hello' }
  | { kind: 'work'; work: Work; at: number; base: number | null; sent: boolean; savedAt: number | null }

export type SyncParts = {
  tab: string
  device: {
    read: () => Promise<Stored | null>
    /** Reads and writes in one step, so that no other tab writes in between. */
    update: (change: (before: Stored | null) => Stored | null) => Promise<void>
    /** Writes synchronously, for a page that is being closed. */
    writeNow: (stored: Stored) => void
  }
  save: (work: Work, base: number | null) => Promise<Saved>
  tell: (message: TabMessage) => void
  isOnline: () => boolean
  now: () => number
  /** Runs a function later; returns a function that cancels it. */
  later: (run: () => void, ms: number) => () => void
}

export type DraftStatus = 'empty' | 'saved' | 'saving' | 'device' | 'nowhere' | 'retrying' | 'conflict'
export type DraftView = {
  ready: boolean
  work: Work
  /** Incremented whenever the work is replaced by anything other than typing here. */
  revision: number
  status: DraftStatus
  savedAt: number | null
  /** Why the server refuses this text. */
  problem: string | null
  kept: readonly Kept[]
  conflict: ServerDraft | null
}
