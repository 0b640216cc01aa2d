import { growth } from '@tongchuang/contract/growth.ts'
import type { Output } from '@tongchuang/contract/call.ts'
import { sendQuietly } from '@tongchuang/ui/send.ts'
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'

export type ActivityData = Output<typeof growth.activity>
export type Ledger = 'experience' | 'score'

/** My active days of a year, and what this week has earned. */
export const activityQuery = queryOptions({
  queryKey: ['growth', 'activity'],
  queryFn: () => sendQuietly(growth.activity),
})

/** The movements of one of my ledgers, newest first. */
export const movementsQuery = (ledger: Ledger) =>
  infiniteQueryOptions({
    queryKey: ['growth', 'ledger', ledger],
    queryFn: ({ pageParam }) =>
      sendQuietly(growth.ledger, { ledger, limit: 30, ...(pageParam ? { after: pageParam } : {}) }),
    initialPageParam: '',
    getNextPageParam: (page) => page.next,
  })
