import { accounts } from '@tongchuang/contract/accounts.ts'
import { sayFailure } from '@tongchuang/ui/say-failure.ts'
import { sendQuietly } from '@tongchuang/ui/send.ts'
import type { Site, SiteRead } from '@tongchuang/ui/site.ts'
import { createStore, useStore } from '@tongchuang/ui/store.ts'
import { setTimeZone } from '@tongchuang/ui/server-clock.ts'

/** What the server has said about this site. */
export const site = createStore<Site | null>(null)
/** Why it has said nothing. */
const failure = createStore<unknown>(null)
let loading = false

/** Asks once; a failure is asked again with the next navigation, by a press, and when the network is back. */
export const loadSite = async (): Promise<void> => {
  if (loading || site.get()) return
  loading = true
  try {
    const answer = await sendQuietly(accounts.site)
    setTimeZone(answer.timezone)
    failure.set(null)
    site.set(answer)
  } catch (error) {
    failure.set(error)
    sayFailure(error)
  } finally {
    loading = false
  }
}

const refetch = (): void => {
  failure.set(null)
  void loadSite()
}

const nothing = () => null

/** The read as the pages of the log-in and the registration show it. */
export const useSiteLoaded = (): SiteRead => {
  const data = useStore(site, nothing)
  const error = useStore(failure, nothing)
  return { data: data ?? undefined, error, refetch }
}
