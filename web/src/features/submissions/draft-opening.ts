import { isBlank, isSameButStatement, isSameWork } from './work.ts'
import type { ServerDraft, Work } from './work.ts'

/** A text put aside so that nothing is lost: found on the device and not sent, replaced by another one, or by what another tab wrote. */
export type Kept = { id: string; work: Work; at: number; device: string; why: 'unsent' | 'replaced' | 'tab' }

/** One intended version on its way: the same key is sent until an answer arrives. */
export type Attempt = { key: string; fingerprint: string }

/** What a device keeps of one person's work on one task. */
export type Stored = {
  work: Work
  /** When it was last changed here. */
  at: number
  /** The server's draft it builds on; null while there is none. */
  base: number | null
  /** The server has it. */
  sent: boolean
  /** The browser tab that wrote it. */
  tab: string
  /** The session ended over it: it is offered, not put back silently. */
  ended: boolean
  kept: readonly Kept[]
  attempt: Attempt | null
}

export type Opened = Pick<Stored, 'work' | 'base' | 'sent' | 'kept' | 'attempt'> & { savedAt: number | null }

const mostKept = 9

/** Puts a text aside, the newest first; the same text only once. */
export const keep = (kept: readonly Kept[], one: Kept): readonly Kept[] =>
  isBlank(one.work) ? kept : [one, ...kept.filter(({ work }) => !isSameWork(work, one.work))].slice(0, mostKept)

/**
 * What the server says there is: a draft, or where there is none what to begin with. `after` is the number of the version that
 * is begun with, as the server counts drafts; null where nothing was handed in. `left` is what was not handed in in the round
 * before.
 */
export type There = { draft: ServerDraft | null; start: Work; after: number | null; left?: ServerDraft | null }

/**
 * What the editor begins with. The server's draft, unless this tab was reloaded over newer text of its own;
 * whatever else the device holds unsent is offered.
 */
export const openDraft = (stored: Stored | null, { draft: server, start, after, left }: There, tab: string): Opened => {
  const fresh = {
    work: server?.work ?? start,
    base: server?.version ?? after,
    sent: true,
    savedAt: server?.at ?? null,
  }
  // Of what was handed in only the statement is not there: it is given anew.
  const isThere = server === null && after !== null ? isSameButStatement : isSameWork
  const before = stored?.kept ?? []
  // Once on each device: from then on it is that one’s to keep or to let go.
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
