import type { Kept, Stored } from './draft-opening.ts'
import type { ServerDraft, Work } from './work.ts'

/** What came of a save on the server. */
export type Saved =
  | { kind: 'saved'; version: number; at: number }
  | { kind: 'conflict'; theirs: ServerDraft }
  /** No answer, or one that asks for patience. */
  | { kind: 'unreachable'; seconds?: number }
  /** The session is over, or the task takes no draft any more: trying again would change nothing. */
  | { kind: 'over' }
  /** This text is refused, the next one may not be. */
  | { kind: 'refused'; text: string }

/** What one tab tells the others of the same person and task. */
export type TabMessage =
  | { from: string; kind: 'hello' }
  | { from: string; kind: 'work'; work: Work; at: number; base: number | null; sent: boolean; savedAt: number | null }

export type SyncParts = {
  tab: string
  device: {
    read: () => Promise<Stored | null>
    /** One step: nobody else writes between reading and writing. */
    update: (change: (before: Stored | null) => Stored | null) => Promise<void>
    /** At once, for a page that is being closed. */
    writeNow: (stored: Stored) => void
  }
  save: (work: Work, base: number | null) => Promise<Saved>
  tell: (message: TabMessage) => void
  isOnline: () => boolean
  now: () => number
  /** Runs something later; answers how to call it off. */
  later: (run: () => void, ms: number) => () => void
}

export type DraftStatus = 'empty' | 'saved' | 'saving' | 'device' | 'nowhere' | 'retrying' | 'conflict'
export type DraftView = {
  ready: boolean
  work: Work
  /** Grows whenever the work was replaced by something else than typing here. */
  revision: number
  status: DraftStatus
  savedAt: number | null
  /** Why the server refuses this text. */
  problem: string | null
  kept: readonly Kept[]
  conflict: ServerDraft | null
}
