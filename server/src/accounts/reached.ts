import type { Db } from '../db/schema.ts'
import { confirmedAddress } from './store.ts'

/** Where people are reached by mail, asked at the moment a letter to them leaves; null for nowhere. */
export const reachedAt =
  (db: Db) =>
  (user_id: number): Promise<string | null> =>
    confirmedAddress(db, user_id)
