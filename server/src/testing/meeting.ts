import type { Db } from '../db/schema.ts'
import { refusal } from './refusal.ts'
import { untilWaiting } from './waiting-for-locks.ts'

/**
 * On PostgreSQL: runs calls concurrently, each begun when the one before waits for a row locked by `hold`; returns the
 * refusal reason of each, or `done`. Two calls get the lock in order where `hold` locks rows `forUpdate`: a row it
 * writes gets a new version, for which the waiting calls compete.
 */
export const meeting = async (
  db: Db,
  hold: (holder: Db) => Promise<unknown>,
  things: readonly (() => Promise<unknown>)[],
): Promise<string[]> => {
  const holder = await db.startTransaction().execute()
  await hold(holder)
  const under_way: Promise<{ reason: string }>[] = []
  for (const thing of things) {
    under_way.push(refusal(thing()))
    await untilWaiting(db, under_way.length)
  }
  await holder.commit().execute()
  return (await Promise.all(under_way)).map(({ reason }) => reason)
}
