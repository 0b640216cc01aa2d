import { profile } from '@tongchuang/contract/profile.ts'
import { CallFailed } from '@tongchuang/contract/sender.ts'
import { profileKey } from '@tongchuang/ui/profile.tsx'
import { createQueryClient } from '@tongchuang/ui/reads.ts'
import { sendQuietly } from '@tongchuang/ui/send.ts'
import { queryOptions } from '@tanstack/react-query'

/** The query client of all pages. Not loaded before the log-in. */
export const queryClient = createQueryClient()

/** The profile, loaded once; a change of one's own data invalidates it. */
export const profileQuery = queryOptions({
  queryKey: profileKey,
  queryFn: () => sendQuietly(profile.get),
  staleTime: Infinity,
})

/**
 * The profile of the owner of the token; null if the server refuses it (specification section 4). Throws if there was
 * no response or the server asked to retry: neither says anything about the session.
 */
export const loadProfile = () =>
  queryClient.ensureQueryData(profileQuery).catch((error: unknown) => {
    if (error instanceof CallFailed && error.reason !== 'BUSY' && error.reason !== 'TOO_FAST') return null
    throw error
  })
