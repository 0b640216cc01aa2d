import { isBlank, isSameButStatement, isSameWork } from './work.ts'
import type { ServerDraft, Work } from './work.ts'

/**
 * A text kept aside so that nothing is lost. `unsent`: found on the device and not sent; `replaced`: replaced by
 * another text; `tab`: replaced by the text of another tab.
 */
export type Kept = { id: string; work: Work; at: number; device: string; why: 'unsent' | 'replaced' | 'tab' }

/** One intended version on its way: the same key is sent until an answer arrives. */
export type Attempt = { key: string; fingerprint: string }

/** What a device keeps of one person's work on one task. */
export type Stored = {
  work: Work
  /** When it was last changed here. */
  at: number
  /** The version of the server's draft it is based on; null if there is none. */
  base: number | null
  /** Whether the server has this work. */
  sent: boolean
  /** The id of the browser tab that wrote it. */
  tab: string
  /** The session ended while it was unsaved: it is offered, not restored silently. */
  ended: boolean
  kept: readonly Kept[]
  attempt: Attempt | null
}

export type Opened = Pick<Stored, 'work' | 'base' | 'sent' | 'kept' | 'attempt'> & { savedAt: number | null }

const mostKept = 9

/** Adds a text to those kept aside, the newest first and the same text only once. */
export const keep = (kept: readonly Kept[], one: Kept): readonly Kept[] =>
  isBlank(one.work) ? kept : [one, ...kept.filter(({ work }) => !isSameWork(work, one.work))].slice(0, mostKept)

/**
 * What the server has: a draft or, if there is none, the work to start from. `after` is the number of the version it
 * starts from, as the server counts drafts; null if nothing was handed in. `left` is the unsubmitted draft of the
 * previous round.
 */
export type There = { draft: ServerDraft | null; start: Work; after: number | null; left?: ServerDraft | null }

/**
 * Decides what the editor starts with: the server's draft, unless this tab was reloaded with newer text of its own;
 * other unsent text on the device is offered.
 */
export const openDraft = (stored: Stored | null, { draft: server, start, after, left }: There, tab: string): Opened => {
  const fresh = {
    work: server?.work ?? start,
    base: server?.version ?? after,
    sent: true,
    savedAt: server?.at ?? null,
  }
  // A version that was handed in is restored without its statement, which is given anew.
  const isThere = server === null && after !== null ? isSameButStatement : isSameWork
  const before = stored?.kept ?? []
  // Only once on each device: from then on the device decides whether to keep it.
  const found = left && !stored?.tab ? keep(before, { ...left, id: `left-${left.at}`, why: 'unsent' }) : before
  const kept = found.filter(({ work }) => !isSameWork(work, fresh.work))
  const attempt = stored?.attempt ?? null
  if (!stored || stored.sent || isThere(stored.work, fresh.work)) return { ...fresh, kept, attempt }
  if (stored.base === fresh.base && stored.tab === tab && !stored.ended)
    return { ...fresh, work: stored.work, sent: false, kept, attempt }
  return {
    ...fresh,
    attempt,
    kept: keep(kept, { id: `unsent-${stored.at}`, work: stored.work, at: stored.at, device: 'here', why: 'unsent' }),
  }
}
