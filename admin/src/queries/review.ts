import { reviewToolsAdmin } from '@tongchuang/contract/review-tools.admin.ts'
import { sendQuietly } from '@tongchuang/ui/send.ts'
import { queryOptions } from '@tanstack/react-query'
import { reviewKey } from './keys.ts'

/** Guilds, busy tasks, and how many of each kind wait. */
export const summaryQuery = queryOptions({
  queryKey: [...reviewKey, 'summary'],
  queryFn: () => sendQuietly(reviewToolsAdmin.summary),
})

/** A work read without its lock: what is shown while the lock is fetched, the next one ahead of time, one an appeal is about. */
export const workQuery = (submit_id: number) =>
  queryOptions({
    queryKey: [...reviewKey, 'work', submit_id],
    queryFn: () => sendQuietly(reviewToolsAdmin.work, { submit_id }),
    staleTime: 5 * 60_000,
  })
