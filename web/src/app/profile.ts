import { profile } from '@tongchuang/contract/profile.ts'
import { profileKey } from '@tongchuang/ui/profile.tsx'
import { endsSession } from '@tongchuang/ui/fetch-transport.ts'
import { createQueryClient } from '@tongchuang/ui/reads.ts'
import { sendQuietly } from '@tongchuang/ui/send.ts'
import { queryOptions } from '@tanstack/react-query'

/** What the pages read with. Not loaded before the log-in. */
export const queryClient = createQueryClient()

/** The profile, loaded once; a change of one's own data invalidates it. */
export const profileQuery = queryOptions({
  queryKey: profileKey,
  queryFn: () => sendQuietly(profile.get),
  staleTime: Infinity,
})

/**
 * The profile of whoever holds the token; null where the token is nobody's. What else fails is thrown: it says
 * nothing about the session.
 */
export const loadProfile = () =>
  queryClient.ensureQueryData(profileQuery).catch((error: unknown) => {
    if (endsSession(error)) return null
    throw error
  })
