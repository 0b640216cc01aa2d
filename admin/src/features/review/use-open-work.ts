import { CallFailed } from '@tongchuang/contract/sender.ts'
import { reviewsAdmin } from '@tongchuang/contract/reviews.admin.ts'
import type { ReviewWork } from '@tongchuang/contract/review-work.admin.ts'
import { sendQuietly } from '@tongchuang/ui/send.ts'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { workQuery } from '../../queries/review.ts'
import { isTyping, restKeys } from './keys-at-rest.ts'

/**
 * Who may decide the work now: the user (`mine`) or not (`other`, with the name of the reviewer who has it, if any);
 * not known yet (`opening`), or not known because the server does not answer (`unreached`). `why`: the words of the
 * refusal where no other reviewer is its cause.
 */
export type Lock = { of: number; state: 'mine' | 'other' | 'opening' | 'unreached'; holder: string; why?: string }

const RENEW_MS = 10 * 60_000
const AGAIN_MS = 5_000

/**
 * The refusal reasons that end the lock. A browser gets the calls without their refusals, so a test keeps this list
 * complete.
 */
export const takesLock: readonly string[] = ['NOT_FOUND', 'ARCHIVED', 'STATE', 'LOCKED_REVIEW', 'OWN_WORK', 'ROLE']

/** The refusal by which the lock is lost; null for other failures, such as a lost network or a busy server. */
const refusalIn = (error: unknown): CallFailed | null =>
  error instanceof CallFailed && takesLock.includes(error.reason) ? error : null

const holderIn = ({ reason, data }: CallFailed): string =>
  reason === 'LOCKED_REVIEW' && typeof data.name === 'string' ? data.name : ''

/** Where the guild is archived or the work is one’s own, nobody took it over, and the refusal says what is the case. */
const whyIn = ({ reason, message }: CallFailed): { why?: string } =>
  reason === 'LOCKED_REVIEW' || reason === 'STATE' ? {} : { why: message }

/**
 * Opens a work for review and keeps its lock while it is shown; the lock is given back when another work is chosen.
 * Only a refusal ends the lock: without an answer, the last known state stays and the request is repeated every few
 * seconds.
 */
export const useOpenWork = (id: number | undefined) => {
  const client = useQueryClient()
  const [lock, setLock] = useState<Lock>({ of: 0, state: 'opening', holder: '' })
  // A decided work has no lock to give back.
  const decided = useRef(new Set<number>())
  const front = useRef<number>(undefined)
  const again = useRef<() => void>(() => undefined)
  const query = useQuery({ ...workQuery(id ?? 0), enabled: id !== undefined })

  useEffect(() => {
    front.current = id
    if (id === undefined) return
    const gone = decided.current
    let isLeft = false
    let timer: ReturnType<typeof setTimeout> | undefined
    const giveBack = () => {
      if (!gone.has(id)) void sendQuietly(reviewsAdmin.leave, { submit_id: id }).catch(() => undefined)
    }
    const opened = (work: ReviewWork) => {
      client.setQueryData<ReviewWork>(workQuery(id).queryKey, work)
      setLock({ of: id, state: 'mine', holder: '' })
    }
    const refused = (refusal: CallFailed) => {
      // The text field disappears in the middle of a word: the next key presses are meant for it.
      if (isTyping(document.activeElement)) restKeys()
      setLock({ of: id, state: 'other', holder: holderIn(refusal), ...whyIn(refusal) })
    }
    const unanswered = () =>
      setLock((before) => (before.of === id ? before : { of: id, state: 'unreached', holder: '' }))

    const open = async (): Promise<void> => {
      const answer = await sendQuietly(reviewsAdmin.open, { submit_id: id }).catch((error: unknown) => ({ error }))
      if (isLeft) {
        // The lock arrived after the work was left, perhaps after it was given back.
        if (!('error' in answer) && front.current !== id) giveBack()
        return
      }
      clearTimeout(timer)
      const refusal = 'error' in answer ? refusalIn(answer.error) : null
      if (!('error' in answer)) opened(answer)
      else if (refusal) refused(refusal)
      else unanswered()
      timer = setTimeout(() => void open(), 'error' in answer && !refusal ? AGAIN_MS : RENEW_MS)
    }
    again.current = () => void open()
    void open()
    return () => {
      isLeft = true
      front.current = undefined
      clearTimeout(timer)
      giveBack()
    }
  }, [id, client])

  return {
    work: query.data,
    error: query.error,
    retry: () => void query.refetch(),
    lock: lock.of === id ? lock : ({ of: id ?? 0, state: 'opening', holder: '' } satisfies Lock),
    tryAgain: () => again.current(),
    noteDecided: (submit_id: number) => decided.current.add(submit_id),
  }
}
