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
