import { roleNames } from '@tongchuang/contract/accounts.ts'
import { forgetEarly } from './early.ts'
import type { Early, Place } from './early.ts'
import { profileQuery, queryClient } from './profile.ts'
import type { Row } from './table.ts'

/** So long the first page of a document waits for an answer that is still on its way, in milliseconds. */
const MOST_MS = 150

/**
 * Takes what `start.ts` has asked for into the cache before the first page of a document is drawn. Those answers are there
 * long before the scripts are; read by parts of the page that stand already, each would draw its part anew. Does nothing
 * on any later page. Never fails: what could not be read the page asks once more, and of a page that could not be had the
 * router speaks.
 */
export const takeFirstReads = async ({ firstReads }: Row, place: Place): Promise<void> => {
  if (!firstReads || !(globalThis as Early).early?.size) return
  // Who needs a new password, or is no student, is refused all of it and sees another page; from there it is asked anew.
  const profile = queryClient.getQueryData(profileQuery.queryKey)
  if (profile && (profile.must_change_password || profile.role !== roleNames.student)) return forgetEarly()
  const read = firstReads().then(
    (reads) => Promise.all(reads(queryClient, place)),
    () => undefined,
  )
  await Promise.race([read, new Promise((resolve) => setTimeout(resolve, MOST_MS))])
}
