import { growth } from '@tongchuang/contract/growth.ts'
import type { Output } from '@tongchuang/contract/call.ts'
import { sendQuietly } from '@tongchuang/ui/send.ts'
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { growthKey } from '../../queries/keys.ts'

export type ActivityData = Output<typeof growth.activity>
export type Ledger = 'experience' | 'score'

/** The user's active days of a year, and the experience earned this week. */
export const activityQuery = queryOptions({
  queryKey: [...growthKey, 'activity'],
  queryFn: () => sendQuietly(growth.activity),
})

/** The entries of one of the user's ledgers, newest first. */
export const movementsQuery = (ledger: Ledger) =>
  infiniteQueryOptions({
    queryKey: [...growthKey, 'ledger', ledger],
    queryFn: ({ pageParam }) =>
      sendQuietly(growth.ledger, { ledger, limit: 30, ...(pageParam ? { after: pageParam } : {}) }),
    initialPageParam: '',
    getNextPageParam: (page) => page.next,
  })
