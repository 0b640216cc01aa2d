import { schoolAdmin } from '@tongchuang/contract/school.admin.ts'
import { sendQuietly } from '@tongchuang/ui/send.ts'
import { queryOptions } from '@tanstack/react-query'

/** What waits, for the numbers in the menu: the answer the first page shows, kept under the same key. */
export const waitingQuery = queryOptions({
  queryKey: ['home'],
  queryFn: () => sendQuietly(schoolAdmin.home),
  refetchInterval: 60_000,
})
