import type { Db } from '../db/schema.ts'
import { refusal } from './refusal.ts'
import { untilWaiting } from './waiting-for-locks.ts'

/**
 * On PostgreSQL: lets things meet, each begun when the one before waits for a row that somebody else holds; answers why
 * each was refused, or `done`. Of two they come in their order where `hold` takes rows `forUpdate`: a row that it writes has
 * another version behind it, and whoever waited runs for that.
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
