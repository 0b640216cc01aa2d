import { accounts } from '@tongchuang/contract/accounts.ts'
import { sayFailure } from '@tongchuang/ui/say-failure.ts'
import { sendQuietly } from '@tongchuang/ui/send.ts'
import type { Site, SiteRead } from '@tongchuang/ui/site.ts'
import { createStore, useStore } from '@tongchuang/ui/store.ts'
import { setTimeZone } from '@tongchuang/ui/server-clock.ts'

/** What the server says about this site; null until it is loaded. */
export const site = createStore<Site | null>(null)
/** Why the site could not be loaded. */
const failure = createStore<unknown>(null)
let loading = false

/**
 * Loads the site once; after a failure it is requested again on the next navigation, on a press, and when the network
 * is back.
 */
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

/** The state of reading the site, as the log-in and registration pages show it. */
export const useSiteLoaded = (): SiteRead => {
  const data = useStore(site, nothing)
  const error = useStore(failure, nothing)
  return { data: data ?? undefined, error, refetch }
}
