import { schoolAdmin } from '@tongchuang/contract/school.admin.ts'
import { meKey } from '@tongchuang/ui/me.tsx'
import { createQueryClient } from '@tongchuang/ui/reads.ts'
import { sendQuietly } from '@tongchuang/ui/send.ts'
import { queryOptions } from '@tanstack/react-query'
import { noteForFiles } from './session.ts'

/** The query cache of all pages. */
export const queryClient = createQueryClient()

/** The account that is logged in; invalidated when users change their own data. */
export const meQuery = queryOptions({
  queryKey: meKey,
  queryFn: () => sendQuietly(schoolAdmin.me),
  staleTime: Infinity,
})

/**
 * Loads the account that holds the token. An invalid token means nobody is logged in; if the server cannot be reached,
 * the page says so.
 */
export const loadMe = () => {
  noteForFiles()
  return queryClient.ensureQueryData(meQuery)
}
