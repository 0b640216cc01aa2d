import type { Db } from '../db/schema.ts'

/** Whether a browser has logged into an account before. */
export const knowsBrowser = async (db: Db, user_id: number, browser_hash: string): Promise<boolean> =>
  (await db
    .selectFrom('known_browsers')
    .select('user_id')
    .where('user_id', '=', user_id)
    .where('browser_hash', '=', browser_hash)
    .executeTakeFirst()) !== undefined

/** An account as somebody was let in by it: open, and where a password did, with the hash that was right. */
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
 * Makes whoever closes an account or sets its password wait for this transaction, or sees that they were faster: answers
 * false then.
 */
export const holdAccount = async (db: Db, proven: Proven): Promise<boolean> =>
  (await stillProven(db, proven, {}).executeTakeFirstOrThrow()).numUpdatedRows > 0n

/** Notes a log-in: when it was, and from which browser; holds the account as `holdAccount` does, and answers the same. */
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
