import { CallFailed } from '@tongchuang/contract/sender.ts'
import { submissions } from '@tongchuang/contract/submissions.ts'
import type { Draft } from '@tongchuang/contract/submissions.ts'
import { endsSession } from '@tongchuang/ui/fetch-transport.ts'
import { ownSession } from '@tongchuang/ui/own-session.ts'
import { studentSession } from '@tongchuang/ui/session.ts'
import { sayOnce } from '@tongchuang/ui/toast.ts'
import type { Saved } from './draft-parts.ts'
import { inputOf, serverDraftOf } from './work.ts'
import type { ServerDraft, Work } from './work.ts'

/** Refusals after which the same is sent again. */
export const retryLater = new Set(['TOO_FAST', 'BUSY', 'READ_ONLY', 'FAULT'])
const final = new Set(['STATE', 'CLOSED', 'NOT_FOUND', 'ROLE', 'PASSWORD'])

/**
 * Sends works of a round of a task in the current session, never with the token of somebody who logs in later. After a
 * minute without an answer a call counts as lost and is sent again: it has no time limit, and a server or proxy that is
 * silent would leave the draft unsaved and the page locked for ever.
 */
export const workSender = (task_id: number, enrolment_id: number) => {
  const { isOver, send } = ownSession(studentSession)
  return {
    isOver,
    sendWork: (work: Work, base: number | null, how: { draft: true } | { key: string }) =>
      Promise.race([
        send(submissions.submit, { ...inputOf(work), task_id, enrolment_id, base_version: base ?? 0, ...how }),
        new Promise<never>((_, reject) => void setTimeout(reject, 60_000)),
      ]),
  }
}

/** The other text of a conflict, as the refusal carries it. */
export const theirsOf = (error: CallFailed): ServerDraft => serverDraftOf(error.data.theirs as NonNullable<Draft>)

const meaningOf = (error: unknown): Saved => {
  if (!(error instanceof CallFailed)) return { kind: 'unreachable' }
  // The server's message is shown, but only once, since a draft is sent again and again (specification section 8).
  if (retryLater.has(error.reason) || endsSession(error) || final.has(error.reason)) sayOnce(error.message)
  if (retryLater.has(error.reason)) {
    const seconds = Number(error.data.seconds)
    return { kind: 'unreachable', ...(seconds > 0 ? { seconds } : {}) }
  }
  if (error.reason === 'CONFLICT') return { kind: 'conflict', theirs: theirsOf(error) }
  if (endsSession(error) || final.has(error.reason)) return { kind: 'over' }
  return { kind: 'refused', text: error.message }
}

/** Saves drafts of a round of a task. */
export const draftTransport = (task_id: number, enrolment_id: number) => {
  const { isOver, sendWork } = workSender(task_id, enrolment_id)
  return async (work: Work, base: number | null): Promise<Saved> => {
    if (isOver()) return { kind: 'over' }
    try {
      const answer = await sendWork(work, base, { draft: true })
      if (!('draft_version' in answer)) return { kind: 'over' }
      return { kind: 'saved', version: answer.draft_version, at: Date.parse(answer.saved_at) }
    } catch (error) {
      return meaningOf(error)
    }
  }
}
