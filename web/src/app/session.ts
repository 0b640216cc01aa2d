import { accounts } from '@tongchuang/contract/accounts.ts'
import { profile } from '@tongchuang/contract/profile.ts'
import { profileKey } from '@tongchuang/ui/profile.tsx'
import { send, sendQuietly } from '@tongchuang/ui/send.ts'
import { flushEditors } from '@tongchuang/ui/session-end.ts'
import { studentSession } from '@tongchuang/ui/session.ts'
import { setTimeZone } from '@tongchuang/ui/time.ts'
import { QueryClient, queryOptions } from '@tanstack/react-query'

/** Answers already seen: shown at once on the way back, renewed behind. A refusal is not asked twice. */
export const queryClient = new QueryClient({
  defaultOptions: { queries: { retry: false, staleTime: 15_000, gcTime: 30 * 60_000 }, mutations: { retry: false } },
})

/** The profile, loaded once; a change of one's own data invalidates it. */
export const profileQuery = queryOptions({ queryKey: profileKey, queryFn: () => send(profile.get), staleTime: Infinity })

/** What the server says about this site. */
export const siteQuery = queryOptions({
  queryKey: ['site'],
  queryFn: async () => {
    const site = await sendQuietly(accounts.site)
    setTimeZone(site.timezone)
    return site
  },
  staleTime: 10 * 60_000,
})

/** Forgets the session on this device: token, cookie, and everything that was read with them. */
export const forgetSession = async (): Promise<void> => {
  await flushEditors()
  studentSession.end()
  queryClient.removeQueries({ predicate: (query) => query.queryKey[0] !== 'site' })
}

/** Logs out; the device forgets the session even when the server cannot be reached (specification section 4). */
export const logOut = async (): Promise<void> => {
  await flushEditors()
  await sendQuietly(accounts.logout).catch(() => undefined)
  await forgetSession()
}
