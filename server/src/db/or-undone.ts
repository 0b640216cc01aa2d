import type { Db } from './schema.ts'

class Undone extends Error {}

/** A transaction; with `undo` one that is taken back at its end: what it would come to, without it. */
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
