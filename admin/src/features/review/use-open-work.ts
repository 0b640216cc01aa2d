import { CallFailed } from '@tongchuang/contract/sender.ts'
import { reviewsAdmin } from '@tongchuang/contract/reviews.admin.ts'
import type { ReviewWork } from '@tongchuang/contract/review-work.admin.ts'
import { sendQuietly } from '@tongchuang/ui/send.ts'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useRef, useState } from 'react'
import { workQuery } from '../../queries/review.ts'

/** Whose the work is to decide now: `mine`, somebody else's by name, or not known yet. */
export type Lock = { of: number; state: 'mine' | 'other' | 'opening'; holder: string }

const RENEW_MS = 10 * 60_000

/** Opens a work for review and keeps its lock while it is looked at; gives it back when another one is chosen. */
export const useOpenWork = (id: number | undefined) => {
  const client = useQueryClient()
  const [lock, setLock] = useState<Lock>({ of: 0, state: 'opening', holder: '' })
  // What is decided has no lock to give back.
  const decided = useRef(new Set<number>())
  const query = useQuery({ ...workQuery(id ?? 0), enabled: id !== undefined })

  const open = useCallback(
    async (submit_id: number): Promise<void> => {
      try {
        const work = await sendQuietly(reviewsAdmin.open, { submit_id })
        client.setQueryData<ReviewWork>(workQuery(submit_id).queryKey, work)
        setLock({ of: submit_id, state: 'mine', holder: '' })
      } catch (error) {
        const name =
          error instanceof CallFailed && error.reason === 'LOCKED_REVIEW'
            ? (error.data as { name?: string } | null)?.name
            : undefined
        setLock({ of: submit_id, state: 'other', holder: name ?? '' })
      }
    },
    [client],
  )

  useEffect(() => {
    if (id === undefined) return
    void open(id)
    const renewal = setInterval(() => void open(id), RENEW_MS)
    const gone = decided.current
    return () => {
      clearInterval(renewal)
      if (!gone.has(id)) void sendQuietly(reviewsAdmin.leave, { submit_id: id }).catch(() => undefined)
    }
  }, [id, open])

  return {
    work: query.data,
    error: query.error,
    retry: () => void query.refetch(),
    lock: lock.of === id ? lock : ({ of: id ?? 0, state: 'opening', holder: '' } satisfies Lock),
    tryAgain: () => id !== undefined && void open(id),
    noteDecided: (submit_id: number) => decided.current.add(submit_id),
  }
}
