import { createHash, createHmac, randomInt, timingSafeEqual } from 'node:crypto'
import { fail } from '@tongchuang/contract/errors.ts'
import type { Db } from '../db/schema.ts'
import type { Limits } from '../http/rate-limit.ts'
import type { VerificationCodeTable } from './tables.ts'

/**
 * How long a code lives, in milliseconds. It takes five tries, and is sent once a minute and five times an hour to one
 * address.
 */
export const codeMs = 5 * 60_000
const triesPerCode = 5
const betweenMs = 60_000
const hourMs = 3_600_000
const anHour = 5
// The limit of the whole site, far above what a busy school needs.
const allAnHour = 3_000

export type CodeEvent = VerificationCodeTable['event']
type CodeRequest = { address: string; event: CodeEvent; secret: string; now: number }

const hashOf = ({ address, event, secret }: CodeRequest, code: string): string =>
  createHmac('sha256', createHmac('sha256', secret).update('verification codes').digest())
    .update(`${address}\n${event}\n${code}`)
    .digest('hex')

/** How long until an address may get another code: 0 for now. `sent` are the moments of the last hour, oldest first. */
const waitMs = (sent: readonly number[], now: number): number => {
  const afterLast = (sent.at(-1) ?? 0) + betweenMs - now
  const afterHour = sent.length < anHour ? 0 : sent[sent.length - anHour]! + hourMs - now
  return Math.max(0, afterLast, afterHour)
}

/**
 * A code for an address, in the caller's transaction; refuses with TOO_FAST within a minute of the last one and beyond
 * five in an hour. It is noted also where none will be sent, so that known and unknown addresses are answered alike.
 */
export const issueCode = async (
  db: Db,
  limits: Limits,
  request: CodeRequest & { isSent: boolean },
): Promise<string> => {
  const { address, event, isSent, now } = request
  // Writing this row serializes the requests for one address; the limits themselves are checked below.
  await limits.hit(db, `code:${createHash('sha256').update(address).digest('base64url')}`, 86_400, now)
  const last = await db
    .selectFrom('verification_codes')
    .select('created_at')
    .where('address_key', '=', address)
    .where('created_at', '>', now - hourMs)
    .orderBy('created_at')
    .execute()
  const wait = waitMs(
    last.map(({ created_at }) => created_at),
    now,
  )
  if (wait > 0) throw fail('TOO_FAST', { seconds: Math.ceil(wait / 1000) })
  if ((await limits.hit(db, 'codes', 3_600, now)) > allAnHour) throw fail('TOO_FAST', { seconds: 3_600 })
  const code = String(randomInt(1_000_000)).padStart(6, '0')
  await db
    .insertInto('verification_codes')
    .values({
      address_key: address,
      event,
      code_hash: isSent ? hashOf(request, code) : '',
      created_at: now,
      expires_at: now + codeMs,
      used_at: null,
    })
    .execute()
  return code
}

/**
 * Checks that a code is the last one sent to this address for this event; returns its id for `useCode`, or refuses with
 * CODE_WRONG. Not in the caller's transaction: a wrong try counts even if the rest is rolled back.
 */
export const checkCode = async (db: Db, request: CodeRequest & { code: string }): Promise<number> => {
  const { address, event, code, now } = request
  const newest = db
    .selectFrom('verification_codes')
    .select('id')
    .where('address_key', '=', address)
    .where('event', '=', event)
    .orderBy('id', 'desc')
    .limit(1)
  const found = await db
    .updateTable('verification_codes')
    .set((eb) => ({ tries: eb('tries', '+', 1) }))
    .where('id', '=', newest)
    .where('tries', '<', triesPerCode)
    .where('used_at', 'is', null)
    .where('expires_at', '>', now)
    .returning(['id', 'code_hash'])
    .executeTakeFirst()
  const hash = hashOf(request, code)
  if (
    !found ||
    found.code_hash.length !== hash.length ||
    !timingSafeEqual(Buffer.from(found.code_hash), Buffer.from(hash))
  )
    throw fail('CODE_WRONG')
  await db
    .updateTable('verification_codes')
    .set((eb) => ({ tries: eb('tries', '-', 1) }))
    .where('id', '=', found.id)
    .execute()
  return found.id
}

/** Marks a code as used, in the transaction it authorizes; refuses with CODE_WRONG if it was used already. */
export const useCode = async (db: Db, id: number, now: number): Promise<void> => {
  const { numUpdatedRows } = await db
    .updateTable('verification_codes')
    .set({ used_at: now })
    .where('id', '=', id)
    .where('used_at', 'is', null)
    .executeTakeFirstOrThrow()
  if (numUpdatedRows === 0n) throw fail('CODE_WRONG')
}
