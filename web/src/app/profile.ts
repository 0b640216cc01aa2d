import { profile } from '@tongchuang/contract/profile.ts'
import { profileKey } from '@tongchuang/ui/profile.tsx'
import { send } from '@tongchuang/ui/send.ts'
import { QueryClient, queryOptions } from '@tanstack/react-query'

/** Answers already seen: shown at once on the way back, renewed behind. A refusal is not asked twice. Not loaded before the log-in. */
export const queryClient = new QueryClient({
  defaultOptions: { queries: { retry: false, staleTime: 15_000, gcTime: 30 * 60_000 }, mutations: { retry: false } },
})

/** The profile, loaded once; a change of one's own data invalidates it. */
export const profileQuery = queryOptions({
  queryKey: profileKey,
  queryFn: () => send(profile.get),
  staleTime: Infinity,
})

/** The profile of whoever holds the token, or null when it cannot be had. */
export const loadProfile = () => queryClient.ensureQueryData(profileQuery).catch(() => null)
