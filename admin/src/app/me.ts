import { schoolAdmin } from '@tongchuang/contract/school.admin.ts'
import { meKey } from '@tongchuang/ui/me.tsx'
import { sendQuietly } from '@tongchuang/ui/send.ts'
import { QueryClient, queryOptions } from '@tanstack/react-query'
import { noteForFiles } from './session.ts'

/** Answers already seen: shown at once on the way back, renewed behind. A refusal is not asked twice. */
export const queryClient = new QueryClient({
  defaultOptions: { queries: { retry: false, staleTime: 15_000, gcTime: 30 * 60_000 }, mutations: { retry: false } },
})

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
