import { createDraftKept } from './draft-kept.ts'
import { keep } from './draft-opening.ts'
import type { Attempt, Kept, Opened, Stored } from './draft-opening.ts'
import type { DraftStatus, DraftView, SyncParts } from './draft-parts.ts'
import { emptyWork } from './work.ts'
import type { Work } from './work.ts'

const begin: DraftView = {
  ready: false,
  work: emptyWork,
  revision: 0,
  status: 'empty',
  savedAt: null,
  problem: null,
  kept: [],
  conflict: null,
}

type Facts = {
  /** The server's draft this one builds on. */
  base: number | null
  /** When it was last changed. */
  at: number
  attempt: Attempt | null
  /** It was written on this page: no other tab holds it. */
  isOwn: boolean
  /** The device refused to store it. */
  isRefused: boolean
  /** The session ended over it. */
  isEnded: boolean
  /** It was handed in: nothing is saved any more. */
  isFinished: boolean
  /** The server takes no draft, as long as nobody hears otherwise from it. */
  isOver: boolean
  /** How often in a row it has said so. */
  refusals: number
  /** Saves in a row that got no answer. */
  failures: number
}

/** The draft as this tab holds it: what is shown of it, and what the device, the server and other tabs are told. */
export const createDraftMemory = ({ tab, isOnline, now }: Pick<SyncParts, 'tab' | 'isOnline' | 'now'>) => {
  let view = begin
  // Changes are counted, so that an answer of the server settles those it was sent and no later ones.
  let changes = 0
  let sentChanges = 0
  const listeners = new Set<() => void>()
  const kept = createDraftKept(() => view.kept)
  const facts: Facts = {
    base: null,
    at: 0,
    attempt: null,
    isOwn: false,
    isRefused: false,
    isEnded: false,
    isFinished: false,
    isOver: false,
    refusals: 0,
    failures: 0,
  }

  const isDirty = () => changes !== sentChanges
  const statusNow = (): DraftStatus => {
    if (view.conflict) return 'conflict'
    if (!isDirty()) return view.savedAt === null ? 'empty' : 'saved'
    const waits = facts.isOver || view.problem || !isOnline() ? 'device' : facts.failures > 0 && 'retrying'
    return waits ? (facts.isRefused ? 'nowhere' : waits) : 'saving'
  }
  const show = (next: Partial<DraftView>): void => {
    view = { ...view, ...next }
    view = { ...view, status: statusNow() }
    for (const listener of listeners) listener()
  }

  const showKept = (next: readonly Kept[]): void => {
    kept.note(view.kept, next)
    show({ kept: next })
  }

  return {
    facts,
    view: () => view,
    show,
    subscribe: (listener: () => void) => {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    isDirty,
    changeCount: () => changes,
    noteChange: () => void (changes += 1),
    noteSent: (upTo = changes) => void (sentChanges = upTo),

    /** Takes up what the device and the server had. */
    take: (opened: Opened, before: Stored | null): void => {
      const { base, attempt, sent } = opened
      Object.assign(facts, { base, at: before?.at ?? 0, attempt, isOwn: !sent })
      changes = opened.sent ? 0 : 1
      sentChanges = 0
      const { work, savedAt } = opened
      kept.note(before?.kept ?? [], opened.kept)
      show({ ready: true, work, revision: view.revision + 1, savedAt, kept: opened.kept })
    },
    /** Keeps a text aside, unless it is kept already. */
    aside: (why: Kept['why'], work: Work, device = 'here', when = facts.at): void => {
      const one = { id: `${why}-${when}-${view.revision}`, work, at: when || now(), device, why }
      showKept(keep(view.kept, one))
    },
    /** Lets kept texts go. */
    drop: (isGone: (one: Kept) => boolean): void => showKept(view.kept.filter((one) => !isGone(one))),
    /** The device has stored this, or refused to. */
    noteStored: (stored: Stored | null): void => {
      const next = stored ? kept.stored(stored.kept) : view.kept
      const isRefused = stored === null
      if (isRefused === facts.isRefused && next.length === view.kept.length) return
      facts.isRefused = isRefused
      show({ kept: next })
    },
    /** What the device is to have, beside what other tabs have put aside there or let go. */
    stored: (there: readonly Kept[] = view.kept): Stored => ({
      work: view.work,
      at: facts.at,
      base: facts.base,
      sent: !isDirty(),
      tab,
      ended: facts.isEnded,
      kept: kept.beside(there),
      attempt: facts.attempt,
    }),
  }
}

export type DraftMemory = ReturnType<typeof createDraftMemory>
