import { roleNames } from '@tongchuang/contract/accounts.ts'
import { forgetEarly } from './early.ts'
import type { PageAddress } from './early.ts'
import { profileQuery, queryClient } from './profile.ts'
import type { Row } from './table.ts'

/** The longest time the first page of a document waits for a response that is still on its way, in milliseconds. */
const MOST_MS = 150

/**
 * Puts the responses requested by `start.ts` into the cache before the first page of a document is drawn. They arrive
 * long before the scripts do; if parts of a page already drawn read them, each part would be drawn again. Does nothing
 * on any later page. Never fails: the page repeats requests that failed, and the router reports a page that could not
 * be loaded.
 */
export const takeFirstReads = async ({ firstReads }: Row, address: PageAddress): Promise<void> => {
  if (!firstReads || !globalThis.early?.size) return
  // Someone who needs a new password or is not a student is refused all these reads and sees another page, which sends
  // its own requests.
  const profile = queryClient.getQueryData(profileQuery.queryKey)
  if (profile && (profile.must_change_password || profile.role !== roleNames.student)) return forgetEarly()
  const read = firstReads().then(
    (reads) => Promise.all(reads(queryClient, address)),
    () => undefined,
  )
  await Promise.race([read, new Promise((resolve) => setTimeout(resolve, MOST_MS))])
}
