import { fail } from '@tongchuang/contract/errors.ts'
import type { Db } from './db/schema.ts'
import { hashToken, newToken } from './http/session.ts'

/** How long the one-time link of a new school opens. */
export const setupMinutes = 30

/** Whether this school has an administrator. */
export const hasAdmin = async (db: Db): Promise<boolean> => {
  const row = await db
    .selectFrom('user_roles')
    .select('user_id')
    .where('role', '=', 'admin')
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

/** Creates a one-time key for the set-up page; only its hash is stored, and it replaces any earlier key. */
export const newSetupKey = async (db: Db, now: number): Promise<string> => {
  const key = newToken()
  const value = valueOf(key, now)
  await db
    .insertInto('settings')
    .values({ key: 'setup_key', value })
    .onConflict((conflict) => conflict.column('key').doUpdateSet({ value }))
    .execute()
  return key
}

/**
 * The key for the link that a process prints when it starts; null once there is an administrator, or, for processes
 * other than the first (`isFirst`), while an earlier link is still valid.
 */
export const keyToPrint = async (db: Db, now: number, isFirst: boolean): Promise<string | null> => {
  if (await hasAdmin(db)) return null
  const earlier = isFirst ? null : await storedKey(db)
  return earlier && earlier.key.expires_at > now ? null : newSetupKey(db, now)
}

const valueOf = (key: string, now: number): string =>
  JSON.stringify({ hash: hashToken(key), expires_at: now + setupMinutes * 60_000 })

/** Restores a key that was used up by a failed attempt, unless another was printed in the meantime. */
export const giveBackSetupKey = async (db: Db, key: string, now: number): Promise<void> => {
  await db
    .insertInto('settings')
    .values({ key: 'setup_key', value: valueOf(key, now) })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/** Extends a key in use to its full time again: uploading a large backup takes longer than filling in a page. */
export const prolongSetupKey = async (db: Db, key: string, now: number): Promise<void> => {
  const stored = await storedKey(db)
  if (stored?.key.hash !== hashToken(key)) return
  const value = valueOf(key, now)
  await db
    .updateTable('settings')
    .set({ value })
    .where('key', '=', 'setup_key')
    .where('value', '=', stored.value)
    .execute()
}

/** Invalidates all keys. */
export const endSetupKeys = async (db: Db): Promise<void> => {
  await db.deleteFrom('settings').where('key', '=', 'setup_key').execute()
}

type Stored = { hash: string; expires_at: number }

const storedKey = async (db: Db): Promise<{ value: string; key: Stored } | null> => {
  const row = await db.selectFrom('settings').select('value').where('key', '=', 'setup_key').executeTakeFirst()
  return row ? { value: row.value, key: JSON.parse(row.value) as Stored } : null
}

const opens = (stored: { key: Stored } | null, key: string, now: number): boolean =>
  stored !== null && stored.key.hash === hashToken(key) && stored.key.expires_at > now

const removeKey = async (db: Db, value: string): Promise<boolean> => {
  const { numDeletedRows } = await db
    .deleteFrom('settings')
    .where('key', '=', 'setup_key')
    .where('value', '=', value)
    .executeTakeFirstOrThrow()
  return numDeletedRows > 0n
}

/**
 * Refuses requests to a school that has an administrator, or with a key that is expired or not the one printed last.
 */
export const admitToSetup = async (db: Db, key: string, now: number): Promise<void> => {
  if (await hasAdmin(db)) throw fail('NOT_FOUND')
  if (!opens(await storedKey(db), key, now)) throw fail('SETUP_KEY')
}

/** Admits like `admitToSetup` and uses the key up, in the caller's transaction. */
export const useSetupKey = async (db: Db, key: string, now: number): Promise<void> => {
  const stored = await storedKey(db)
  // Every way to create a first administrator removes this row, so of two concurrent requests the second waits here and
  // finds it gone.
  const isTaken = stored !== null && opens(stored, key, now) && (await removeKey(db, stored.value))
  if (await hasAdmin(db)) throw fail('NOT_FOUND')
  if (!isTaken) throw fail('SETUP_KEY')
}
