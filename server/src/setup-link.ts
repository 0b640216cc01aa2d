import type { Db } from './db/schema.ts'
import { hashToken, newToken } from './http/session.ts'

/** How long the one-time link of a new school opens. */
export const setupMinutes = 30

/** Whether anybody administers this school yet. */
export const hasAdmin = async (db: Db): Promise<boolean> => {
  const row = await db.selectFrom('user_roles').select('user_id').where('role', '=', 'admin').limit(1).executeTakeFirst()
  return row !== undefined
}

/** A new one-time key for the set-up page; only its hash is kept, and it replaces the key before it. */
export const newSetupKey = async (db: Db, now: number): Promise<string> => {
  const key = newToken()
  const value = JSON.stringify({ hash: hashToken(key), expires_at: now + setupMinutes * 60_000 })
  await db
    .insertInto('settings')
    .values({ key: 'setup_key', value })
    .onConflict((conflict) => conflict.column('key').doUpdateSet({ value }))
    .execute()
  return key
}

type Stored = { hash: string; expires_at: number }

const storedKey = async (db: Db): Promise<{ value: string; key: Stored } | null> => {
  const row = await db.selectFrom('settings').select('value').where('key', '=', 'setup_key').executeTakeFirst()
  return row ? { value: row.value, key: JSON.parse(row.value) as Stored } : null
}

/** Whether a key is the one that was printed last, within its time. */
export const opensSetup = async (db: Db, key: string, now: number): Promise<boolean> => {
  const stored = await storedKey(db)
  return stored !== null && stored.key.hash === hashToken(key) && stored.key.expires_at > now
}

/** Uses the key up, in the caller's transaction; false where it does not open or another request was faster. */
export const useSetupKey = async (db: Db, key: string, now: number): Promise<boolean> => {
  const stored = await storedKey(db)
  if (!stored || stored.key.hash !== hashToken(key) || stored.key.expires_at <= now) return false
  const { numDeletedRows } = await db.deleteFrom('settings').where('key', '=', 'setup_key').where('value', '=', stored.value).executeTakeFirstOrThrow()
  return numDeletedRows > 0n
}
