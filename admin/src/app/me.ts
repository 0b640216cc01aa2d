import { schoolAdmin } from '@tongchuang/contract/school.admin.ts'
import { meKey } from '@tongchuang/ui/me.tsx'
import { createQueryClient } from '@tongchuang/ui/reads.ts'
import { sendQuietly } from '@tongchuang/ui/send.ts'
import { queryOptions } from '@tanstack/react-query'
import { noteForFiles } from './session.ts'

/** What the pages read with. */
export const queryClient = createQueryClient()

/** Who is logged in here; a change of one's own data invalidates it. */
export const meQuery = queryOptions({
  queryKey: meKey,
  queryFn: () => sendQuietly(schoolAdmin.me),
  staleTime: Infinity,
})

/** Whoever holds the token. A token that opens nothing is no one; a server that cannot be reached is said so by the page. */
export const loadMe = () => {
  noteForFiles()
  return queryClient.ensureQueryData(meQuery)
}
