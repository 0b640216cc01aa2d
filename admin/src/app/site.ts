import { accounts } from '@tongchuang/contract/accounts.ts'
import { sendQuietly } from '@tongchuang/ui/send.ts'
import type { Site } from '@tongchuang/ui/site.ts'
import { createStore } from '@tongchuang/ui/store.ts'
import { setTimeZone } from '@tongchuang/ui/server-clock.ts'

/** The server’s information about this site; null until it has been read. */
export const site = createStore<Site | null>(null)
let loading = false

/**
 * Reads the site again after its name, time zone or other settings may have changed. A failure keeps the previous
 * information.
 */
export const reloadSite = async (): Promise<void> => {
  if (loading) return
  loading = true
  const answer = await sendQuietly(accounts.site).catch(() => null)
  loading = false
  if (!answer) return
  setTimeZone(answer.timezone)
  site.set(answer)
}

/** Reads the site once; after a failure, the next navigation tries again. */
export const loadSite = async (): Promise<void> => {
  if (!site.get()) await reloadSite()
}
