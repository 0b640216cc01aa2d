import { schoolAdmin } from '@tongchuang/contract/school.admin.ts'
import { sendQuietly } from '@tongchuang/ui/send.ts'
import { queryOptions } from '@tanstack/react-query'
import { homeKey } from './keys.ts'

/** What is waiting for the user: the first page, and the numbers in the menu. */
export const homeQuery = queryOptions({
  queryKey: homeKey,
  queryFn: () => sendQuietly(schoolAdmin.home),
  refetchInterval: 60_000,
})
