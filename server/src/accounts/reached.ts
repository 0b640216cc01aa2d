import type { Db } from '../db/schema.ts'
import { confirmedAddress } from './store.ts'

/**
 * Returns the address at which a person is reached by mail, read at the moment a letter to them is sent; null for none.
 */
export const reachedAt =
  (db: Db) =>
  (user_id: number): Promise<string | null> =>
    confirmedAddress(db, user_id)
