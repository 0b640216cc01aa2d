import type { Db } from '../db/schema.ts'

/** Whether a browser has logged into an account before. */
export const knowsBrowser = async (db: Db, user_id: number, browser_hash: string): Promise<boolean> =>
  (await db
    .selectFrom('known_browsers')
    .select('user_id')
    .where('user_id', '=', user_id)
    .where('browser_hash', '=', browser_hash)
    .executeTakeFirst()) !== undefined

/**
 * An account whose log-in was verified: it must still be open and, after a log-in by password, still have the hash that
 * matched.
 */
export type Proven = { user_id: number; password_hash?: string | undefined }

const stillProven = (db: Db, { user_id, password_hash }: Proven, set: { last_login_at?: number }) => {
  const open = db
    .updateTable('users')
    .set((eb) => ({ last_login_at: set.last_login_at ?? eb.ref('last_login_at') }))
    .where('id', '=', user_id)
    .where('status', '=', 'normal')
  return password_hash === undefined ? open : open.where('password_hash', '=', password_hash)
}

/**
 * Locks the account, so that closing it or setting its password waits for this transaction; returns false if either has
 * already happened.
 */
export const holdAccount = async (db: Db, proven: Proven): Promise<boolean> =>
  (await stillProven(db, proven, {}).executeTakeFirstOrThrow()).numUpdatedRows > 0n

/** Records the time and browser of a log-in; locks the account like `holdAccount` and returns the same. */
export const noteLogin = async (db: Db, proven: Proven, browser_hash: string | null, now: number): Promise<boolean> => {
  const { numUpdatedRows } = await stillProven(db, proven, { last_login_at: now }).executeTakeFirstOrThrow()
  if (numUpdatedRows === 0n) return false
  if (browser_hash !== null)
    await db
      .insertInto('known_browsers')
      .values({ user_id: proven.user_id, browser_hash, created_at: now })
      .onConflict((conflict) => conflict.columns(['user_id', 'browser_hash']).doUpdateSet({ created_at: now }))
      .execute()
  return true
}
