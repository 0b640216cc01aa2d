import { fail } from '@tongchuang/contract/errors.ts'
import type { Db } from './db/schema.ts'
import { hashToken, newToken } from './http/session.ts'

/** How long the one-time link of a new school opens. */
export const setupMinutes = 30

/** Whether anybody administers this school yet. */
export const hasAdmin = async (db: Db): Promise<boolean> => {
  const row = await db
    .selectFrom('user_roles')
    .select('user_id')
    .where('role', '=', 'admin')
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

/** A new one-time key for the set-up page; only its hash is kept, and it replaces the key before it. */
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
 * The key for the link that a process prints when it starts: none once there is an administrator, or where the link of the
 * process that was started first (`isFirst`) still opens.
 */
export const keyToPrint = async (db: Db, now: number, isFirst: boolean): Promise<string | null> => {
  if (await hasAdmin(db)) return null
  const earlier = isFirst ? null : await storedKey(db)
  return earlier && earlier.key.expires_at > now ? null : newSetupKey(db, now)
}

const valueOf = (key: string, now: number): string =>
  JSON.stringify({ hash: hashToken(key), expires_at: now + setupMinutes * 60_000 })

/** A key that was used up for nothing opens again, unless another was printed meanwhile. */
export const giveBackSetupKey = async (db: Db, key: string, now: number): Promise<void> => {
  await db
    .insertInto('settings')
    .values({ key: 'setup_key', value: valueOf(key, now) })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/** A key in use opens for its whole time again: a large backup takes longer to arrive than a page to fill in. */
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

/** No key opens any more. */
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

/** Refuses whoever comes to a school that has an administrator, or with a key that is not the one printed last, within its time. */
export const admitToSetup = async (db: Db, key: string, now: number): Promise<void> => {
  if (await hasAdmin(db)) throw fail('NOT_FOUND')
  if (!opens(await storedKey(db), key, now)) throw fail('SETUP_KEY')
}

/** Admits like `admitToSetup` and uses the key up, in the caller's transaction. */
export const useSetupKey = async (db: Db, key: string, now: number): Promise<void> => {
  const stored = await storedKey(db)
  // Its row is what all ways to a first administrator meet at: of two at once, the second waits here and finds it gone.
  const isTaken = stored !== null && opens(stored, key, now) && (await removeKey(db, stored.value))
  if (await hasAdmin(db)) throw fail('NOT_FOUND')
  if (!isTaken) throw fail('SETUP_KEY')
}
