import type { Output } from '@tongchuang/contract/call.ts'
import { schoolAdmin } from '@tongchuang/contract/school.admin.ts'
import { sendQuietly } from '@tongchuang/ui/send.ts'
import { queryOptions } from '@tanstack/react-query'

export type Home = Output<typeof schoolAdmin.home>

/** What waits for whoever is logged in; the menu reads the same answer. */
export const homeQuery = queryOptions({
  queryKey: ['home'],
  queryFn: () => sendQuietly(schoolAdmin.home),
  refetchInterval: 60_000,
})
