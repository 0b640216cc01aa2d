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
  /** The version of the server's draft on which this one is based. */
  base: number | null
  /** When it was last changed. */
  at: number
  attempt: Attempt | null
  /** It was written on this page: no other tab holds it. */
  isOwn: boolean
  /** The device refused to store it. */
  isRefused: boolean
  /** The session ended while the work was unsaved. */
  isEnded: boolean
  /** It was handed in: nothing is saved any more. */
  isFinished: boolean
  /** The server accepts no draft, until a later response says otherwise. */
  isOver: boolean
  /** The number of consecutive refusals of that kind. */
  refusals: number
  /** The number of consecutive saves without a response. */
  failures: number
}

/**
 * The draft as this tab holds it: the view shown to the person, and the state sent to the device, the server and other
 * tabs.
 */
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
    /** Removes kept texts. */
    drop: (isGone: (one: Kept) => boolean): void => showKept(view.kept.filter((one) => !isGone(one))),
    /** Records what the device has stored; null if it refused. */
    noteStored: (stored: Stored | null): void => {
      const next = stored ? kept.stored(stored.kept) : view.kept
      const isRefused = stored === null
      if (isRefused === facts.isRefused && next.length === view.kept.length) return
      facts.isRefused = isRefused
      show({ kept: next })
    },
    /** The record for the device, including texts that other tabs have kept aside or removed. */
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
