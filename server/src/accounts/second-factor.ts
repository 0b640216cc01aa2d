import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes, randomInt } from 'node:crypto'
import { fail } from '@tongchuang/contract/errors.ts'
import type { RoleKey } from '@tongchuang/contract/accounts.ts'
import { typedCode } from '@tongchuang/contract/rules/typed-code.ts'
import { Secret, TOTP } from 'otpauth'
import type { App } from '../app-services.ts'
import type { Db } from '../db/schema.ts'
import { hashToken, newToken, type RequestContext } from '../http/session.ts'
import { beginTry, takeTryBack } from './password-tries.ts'
import { endSessions } from './sessions.ts'

const stepMs = 30_000
const challengeMs = 5 * 60_000
const recoveryCodes = 10
// Without letters that look like others: they are copied from paper.
const letters = '23456789abcdefghjkmnpqrstuvwxyz'

const keyOf = (secret: string): Buffer => Buffer.from(hkdfSync('sha256', secret, '', 'second factors', 32))

/** Encrypts a secret, so that the database alone reveals none: AES-256-GCM under a key of the server's secret. */
const seal = (secret: string, text: string): string => {
  const iv = randomBytes(12)
  const cipher = createCipheriv('aes-256-gcm', keyOf(secret), iv)
  const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
  return Buffer.concat([iv, cipher.getAuthTag(), sealed]).toString('base64url')
}

/** Decrypts a sealed text; null if it was sealed under another secret. */
const unseal = (secret: string, stored: string): string | null => {
  const bytes = Buffer.from(stored, 'base64url')
  const decipher = createDecipheriv('aes-256-gcm', keyOf(secret), bytes.subarray(0, 12))
  decipher.setAuthTag(bytes.subarray(12, 28))
  try {
    return Buffer.concat([decipher.update(bytes.subarray(28)), decipher.final()]).toString('utf8')
  } catch {
    return null
  }
}

const totpOf = (base32: string, issuer = '', label = ''): TOTP =>
  new TOTP({ secret: Secret.fromBase32(base32), issuer, label, digits: 6, period: 30 })

const codeHash = (secret: string, code: string): string =>
  createHmac('sha256', keyOf(secret)).update(typedCode(code).toLowerCase()).digest('hex')

type Factor = { secret: string; confirmed_at: number | null; last_step: number }

const findFactor = async (db: Db, user_id: number): Promise<Factor | undefined> => {
  const row = await db
    .selectFrom('second_factors')
    .select(['secret', 'confirmed_at', 'last_step'])
    .where('user_id', '=', user_id)
    .executeTakeFirst()
  return row && { ...row, last_step: Number(row.last_step) }
}

/** Whether somebody logs in with a second factor, and how many recovery codes are left. */
export const factorOf = async (db: Db, user_id: number): Promise<{ on: boolean; recovery_left: number }> => {
  const factor = await findFactor(db, user_id)
  if (!factor?.confirmed_at) return { on: false, recovery_left: 0 }
  const left = await db
    .selectFrom('recovery_codes')
    .select('code_hash')
    .where('user_id', '=', user_id)
    .where('used_at', 'is', null)
    .execute()
  return { on: true, recovery_left: left.length }
}

/** How many users have a second factor, and how many of those this server's secret cannot decrypt. */
export const closedFactors = async (db: Db, secret: string): Promise<{ all: number; closed: number }> => {
  const rows = await db.selectFrom('second_factors').select('secret').where('confirmed_at', 'is not', null).execute()
  return { all: rows.length, closed: rows.filter((row) => unseal(secret, row.secret) === null).length }
}

/** A new secret for an authenticator app, not yet in force; an earlier one that was never confirmed is replaced. */
export const beginFactor = async (
  app: App,
  user: { id: number; username: string },
  now: number,
): Promise<{ secret: string; uri: string }> => {
  const secret = new Secret({ size: 20 }).base32
  const sealed = seal(app.config.secret, secret)
  const begun = await app.db
    .insertInto('second_factors')
    .values({ user_id: user.id, secret: sealed, confirmed_at: null, created_at: now })
    .onConflict((conflict) =>
      conflict
        .column('user_id')
        .doUpdateSet({ secret: sealed, created_at: now })
        .where('second_factors.confirmed_at', 'is', null),
    )
    .returning('user_id')
    .executeTakeFirst()
  if (!begun) throw fail('FACTOR_ON')
  const { site_name } = await app.settings()
  return { secret, uri: totpOf(secret, site_name, user.username).toString() }
}

/** The time step of a code, allowing one step before and after now; null if the code matches none. */
const stepOf = (base32: string, code: string, now: number): number | null => {
  // The library throws at characters of several bytes.
  const delta = /^\d{6}$/.test(code) ? totpOf(base32).validate({ token: code, timestamp: now, window: 1 }) : null
  return delta === null ? null : Math.floor(now / stepMs) + delta
}

/**
 * Accepts a code of the app, in the caller's transaction: each code only once, even if two requests send it at the same
 * moment.
 */
const takeAppCode = async (
  db: Db,
  secret: string,
  user_id: number,
  code: string,
  now: number,
  confirmed: boolean,
): Promise<boolean> => {
  const factor = await findFactor(db, user_id)
  if (!factor || (factor.confirmed_at !== null) !== confirmed) return false
  const own = unseal(secret, factor.secret)
  if (own === null) throw fail('FACTOR_CLOSED')
  const step = stepOf(own, typedCode(code), now)
  if (step === null) return false
  const { numUpdatedRows } = await db
    .updateTable('second_factors')
    .set({ last_step: step, ...(confirmed ? {} : { confirmed_at: now }) })
    .where('user_id', '=', user_id)
    .where('last_step', '<', step)
    .where('secret', '=', factor.secret)
    .executeTakeFirstOrThrow()
  return numUpdatedRows > 0n
}

const takeRecoveryCode = async (
  db: Db,
  secret: string,
  user_id: number,
  code: string,
  now: number,
): Promise<boolean> => {
  const { numUpdatedRows } = await db
    .updateTable('recovery_codes')
    .set({ used_at: now })
    .where('user_id', '=', user_id)
    .where('code_hash', '=', codeHash(secret, code))
    .where('used_at', 'is', null)
    .executeTakeFirstOrThrow()
  return numUpdatedRows > 0n
}

/**
 * Locks the second factor, so that renewing its codes or ending it waits for this transaction; false if none is in
 * force.
 */
const holdFactor = async (db: Db, user_id: number): Promise<boolean> => {
  const { numUpdatedRows } = await db
    .updateTable('second_factors')
    .set((eb) => ({ last_step: eb.ref('last_step') }))
    .where('user_id', '=', user_id)
    .where('confirmed_at', 'is not', null)
    .executeTakeFirstOrThrow()
  return numUpdatedRows > 0n
}

/** New recovery codes in the place of all earlier ones: shown this once, kept as hashes. Refuses with FACTOR_NEEDED. */
export const newRecoveryCodes = async (db: Db, secret: string, user_id: number): Promise<string[]> => {
  if (!(await holdFactor(db, user_id))) throw fail('FACTOR_NEEDED')
  const half = () => Array.from({ length: 5 }, () => letters[randomInt(letters.length)]).join('')
  const codes = Array.from({ length: recoveryCodes }, () => `${half()}-${half()}`)
  await db.deleteFrom('recovery_codes').where('user_id', '=', user_id).execute()
  await db
    .insertInto('recovery_codes')
    .values(codes.map((code) => ({ user_id, code_hash: codeHash(secret, code), used_at: null })))
    .execute()
  return codes
}

/** Ends the second factor of a person. */
export const endFactor = async (db: Db, user_id: number): Promise<void> => {
  // The factor is deleted first: its row lock makes a concurrent renewal of the codes wait.
  await db.deleteFrom('second_factors').where('user_id', '=', user_id).execute()
  await db.deleteFrom('recovery_codes').where('user_id', '=', user_id).execute()
}

/**
 * Checks a code of the app, or a recovery code. With `confirming` it is the first code of a new secret: returns the
 * recovery codes, and ends the person’s sessions on the admin site except `session_id`, because they were opened
 * without a second factor. Guessing is slowed down as for passwords. Refuses with FACTOR_WRONG, FACTOR_CLOSED and
 * PAUSED.
 */
export const checkFactor = async (
  app: App,
  user_id: number,
  code: string,
  caller: RequestContext & { session_id?: number | null },
  confirming = false,
): Promise<string[]> => {
  const { config, db } = app
  const { now, address, session_id } = caller
  const attempt = { subject: `factor:${user_id}`, knownBrowser: null, address, now }
  await beginTry(db, attempt)
  const codes = await db.transaction().execute(async (db) => {
    const isRight =
      (await takeAppCode(db, config.secret, user_id, code, now, !confirming)) ||
      (!confirming && (await takeRecoveryCode(db, config.secret, user_id, code, now)))
    if (!isRight) throw fail('FACTOR_WRONG')
    if (!confirming) return []
    // Otherwise such a session could be switched to a role that requires a second factor.
    await endSessions(db, { user_id, audience: 'admin', except: session_id ?? 0, reason: 'factor', now })
    return newRecoveryCodes(db, config.secret, user_id)
  })
  await takeTryBack(db, attempt)
  return codes
}

/** Records that a user still has to enter a code; returns the challenge token that must accompany it. */
export const challenge = async (
  db: Db,
  user_id: number,
  role: RoleKey,
  now: number,
  provider_id: number | null = null,
): Promise<{ challenge: string; seconds: number }> => {
  const token = newToken()
  await db
    .insertInto('login_challenges')
    .values({
      challenge_hash: hashToken(token),
      user_id,
      role,
      expires_at: now + challengeMs,
      used_at: null,
      provider_id,
    })
    .execute()
  return { challenge: token, seconds: challengeMs / 1000 }
}

/** The user a challenge was issued to; undefined if it is unknown, used or expired. */
export const challenged = (
  db: Db,
  token: string,
  now: number,
): Promise<{ user_id: number; role: RoleKey; provider_id: number | null } | undefined> =>
  db
    .selectFrom('login_challenges')
    .select(['user_id', 'role', 'provider_id'])
    .where('challenge_hash', '=', hashToken(token))
    .where('used_at', 'is', null)
    .where('expires_at', '>', now)
    .executeTakeFirst()

/** Uses a challenge up; false where another request was faster. */
export const useChallenge = async (db: Db, token: string, now: number): Promise<boolean> => {
  const { numUpdatedRows } = await db
    .updateTable('login_challenges')
    .set({ used_at: now })
    .where('challenge_hash', '=', hashToken(token))
    .where('used_at', 'is', null)
    .executeTakeFirstOrThrow()
  return numUpdatedRows > 0n
}
