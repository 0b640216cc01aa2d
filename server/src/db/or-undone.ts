import type { Db } from './schema.ts'

class Undone extends Error {}

/**
 * Runs `act` in a transaction; with `undo` it is rolled back at the end: its result is a preview, without the effect.
 */
export const orUndone = async <T>(db: Db, undo: boolean, act: (db: Db) => Promise<T>): Promise<T> => {
  if (!undo) return db.transaction().execute(act)
  const results: T[] = []
  try {
    await db.transaction().execute(async (inner) => {
      results.push(await act(inner))
      throw new Undone()
    })
  } catch (error) {
    if (!(error instanceof Undone)) throw error
  }
  return results[0] as T
}
