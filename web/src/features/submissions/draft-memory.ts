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
  /** The session ended over it. */
  isEnded: boolean
  /** It was handed in: nothing is saved any more. */
  isFinished: boolean
  /** The server takes no draft any more. */
  isOver: boolean
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
  const facts: Facts = {
    base: null,
    at: 0,
    attempt: null,
    isEnded: false,
    isFinished: false,
    isOver: false,
    failures: 0,
  }

  const isDirty = () => changes !== sentChanges
  const statusNow = (): DraftStatus => {
    if (view.conflict) return 'conflict'
    if (!isDirty()) return view.savedAt === null ? 'empty' : 'saved'
    if (facts.isOver || view.problem || !isOnline()) return 'device'
    return facts.failures > 0 ? 'retrying' : 'saving'
  }
  const show = (next: Partial<DraftView>): void => {
    view = { ...view, ...next }
    view = { ...view, status: statusNow() }
    for (const listener of listeners) listener()
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
    take: (opened: Opened, at: number): void => {
      Object.assign(facts, { base: opened.base, at, attempt: opened.attempt })
      changes = opened.sent ? 0 : 1
      sentChanges = 0
      const { work, savedAt, kept } = opened
      show({ ready: true, work, revision: view.revision + 1, savedAt, kept })
    },
    /** Keeps a text aside, unless it is kept already. */
    aside: (why: Kept['why'], work: Work, device = 'here', when = facts.at): void => {
      const one = { id: `${why}-${when}-${view.revision}`, work, at: when || now(), device, why }
      show({ kept: keep(view.kept, one) })
    },
    stored: (): Stored => ({
      work: view.work,
      at: facts.at,
      base: facts.base,
      sent: !isDirty(),
      tab,
      ended: facts.isEnded,
      kept: view.kept,
      attempt: facts.attempt,
    }),
  }
}

export type DraftMemory = ReturnType<typeof createDraftMemory>
