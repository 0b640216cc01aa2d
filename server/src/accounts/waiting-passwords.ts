import { createHash, timingSafeEqual } from 'node:crypto'
import { availableParallelism } from 'node:os'
import type { App } from '../app-services.ts'
import type { Db } from '../db/schema.ts'
import { closeText, openText } from '../storage/secret-text.ts'
import { bytesOf, hashPassword, isPassword, maxPasswordBytes } from './passwords.ts'

// Thousands of initial passwords become valid at once and are hashed afterward: until then the account has no hash, and
// the password is stored here encrypted, as on its slip.

/** The encryption purpose of initial passwords, here and on slips. */
const purpose = 'roster slips'

export const closePassword = (secret: string, password: string): string => closeText(secret, purpose, password)

/** Decrypts the password; null if the server has another secret now. */
export const openPassword = (secret: string, closed: string): string | null => openText(secret, purpose, closed)

/** Stores passwords to be hashed, for accounts that were just created or whose password was just removed. */
export const keepWaiting = async (db: Db, rows: readonly { user_id: number; closed: string }[]): Promise<void> => {
  if (rows.length > 0) await db.insertInto('waiting_passwords').values(rows).execute()
}

/**
 * Removes the waiting passwords of people who get another one, in the caller's transaction, which has locked the
 * accounts already.
 */
export const dropWaiting = async (db: Db, user_ids: readonly number[]): Promise<void> => {
  await db.deleteFrom('waiting_passwords').where('user_id', 'in', user_ids).execute()
}

/** Whether a password of somebody waits to be hashed. */
export const hasWaiting = async (db: Db, user_id: number): Promise<boolean> =>
  (await db.selectFrom('waiting_passwords').select('user_id').where('user_id', '=', user_id).executeTakeFirst()) !==
  undefined

const digest = (password: string): Buffer => createHash('sha256').update(bytesOf(password)).digest()

type Waiting = { user_id: number; closed: string }

/**
 * Replaces a waiting password by its hash; false if another password was set meanwhile, which is kept. Locks the
 * account first, as every function that sets a password does.
 */
const keepHash = async (db: Db, { user_id, closed }: Waiting, password_hash: string): Promise<boolean> => {
  const { numUpdatedRows } = await db
    .updateTable('users')
    .set({ password_hash })
    .where('id', '=', user_id)
    .where('password_hash', '=', '')
    .executeTakeFirstOrThrow()
  const gone = await db
    .deleteFrom('waiting_passwords')
    .where('user_id', '=', user_id)
    .where('closed', '=', closed)
    .executeTakeFirst()
  if (numUpdatedRows === 0n) return false
  if (gone.numDeletedRows > 0n) return true
  await db.updateTable('users').set({ password_hash: '' }).where('id', '=', user_id).execute()
  return false
}

/**
 * The stored hash that a password matches; null if it is wrong. Hash and waiting password are read in one query,
 * because the caller's account may have been read before its password was hashed. A waiting password that matches is
 * hashed here, so that callers always have a hash to compare later. The time is the same for hashed, waiting and
 * missing accounts: each call looks for a waiting password and hashes once.
 */
export const hashOpenedBy = async (
  app: Pick<App, 'db' | 'config'>,
  account: { id: number } | undefined,
  password: string,
): Promise<string | null> => {
  const { db, config } = app
  const stored = await db
    .selectFrom('users as u')
    .leftJoin('waiting_passwords as w', 'w.user_id', 'u.id')
    .select(['u.id', 'u.password_hash', 'w.closed'])
    .where('u.id', '=', account?.id ?? 0)
    .executeTakeFirst()
  const closed = stored?.closed ?? ''
  const expected = openPassword(config.secret, closed)
  // A stored hash is always newer than a waiting password.
  if (expected === null || stored?.password_hash !== '')
    return (await isPassword(password, stored?.password_hash)) ? (stored?.password_hash ?? null) : null
  if (bytesOf(password).length > maxPasswordBytes) return null
  const hash = await hashPassword(expected)
  if (!timingSafeEqual(digest(password), digest(expected))) return null
  const isKept = await db.transaction().execute((db) => keepHash(db, { user_id: stored.id, closed }, hash))
  // The job was faster, or another password was set: what is stored now decides.
  return isKept ? hash : hashOpenedBy(app, account, password)
}

const atOnce = 20
// One core stays free: for whoever logs in meanwhile, and for this process itself.
const lanes = Math.max(1, availableParallelism() - 1)

/**
 * Hashes some of the waiting passwords, in the order of user ids after `behind`; returns the last id it looked at, or
 * null where none is left. A password that this server’s secret cannot decrypt stays: under the earlier secret it can
 * be, and the slip that was handed out is right again.
 */
const hashSome = async ({ db, config }: App, behind: number): Promise<number | null> => {
  const rows = await db
    .selectFrom('waiting_passwords')
    .selectAll()
    .where('user_id', '>', behind)
    .orderBy('user_id')
    .limit(atOnce)
    .execute()
  const hashed: [Waiting, string][] = []
  const left = rows.values()
  const lane = async () => {
    for (const waiting of left) {
      const password = openPassword(config.secret, waiting.closed)
      if (password !== null) hashed.push([waiting, await hashPassword(password)])
    }
  }
  await Promise.all(Array.from({ length: lanes }, lane))
  if (hashed.length > 0)
    await db.transaction().execute(async (db) => {
      for (const [waiting, hash] of hashed) await keepHash(db, waiting, hash)
    })
  return rows.at(-1)?.user_id ?? null
}

/** How many initial passwords wait to be hashed, and how many of them this server’s secret cannot decrypt. */
export const closedPasswords = async (db: Db, secret: string): Promise<{ all: number; closed: number }> => {
  const rows = await db.selectFrom('waiting_passwords').select('closed').execute()
  return { all: rows.length, closed: rows.filter(({ closed }) => openPassword(secret, closed) === null).length }
}

/** Registers the job that hashes waiting passwords in the background. */
export const hashWaitingPasswords = (app: App): void => {
  app.jobs.every(hashingJob, 30, async () => {
    for (let behind: number | null = 0; behind !== null;) behind = await hashSome(app, behind)
  })
}

/** The name of the job that hashes waiting passwords; it is woken when new ones are stored. */
export const hashingJob = 'accounts.hash'
