import { accounts } from '@tongchuang/contract/accounts.ts'
import { sendQuietly } from '@tongchuang/ui/send.ts'
import type { Site } from '@tongchuang/ui/site.ts'
import { createStore } from '@tongchuang/ui/store.ts'
import { setTimeZone } from '@tongchuang/ui/server-clock.ts'

/** What the server has told about this site; null until then. */
export const site = createStore<Site | null>(null)
let loading = false

/**
 * Asks again: after its name, its time zone or anything else about it may have changed. A failure leaves what was
 * known.
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
