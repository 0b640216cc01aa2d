import { createHash, createHmac, randomInt, timingSafeEqual } from 'node:crypto'
import { fail } from '@tongchuang/contract/errors.ts'
import { typedCode } from '@tongchuang/contract/rules/typed-code.ts'
import type { Db } from '../db/schema.ts'
import { addressKey, type Limits } from '../http/rate-limit.ts'
import type { RequestContext } from '../http/session.ts'
import type { VerificationCodeTable } from './tables.ts'

/**
 * How long a code lives, in milliseconds. It takes five tries, and is sent once a minute and five times an hour to one
 * address. What strangers do with somebody else's address has shares of that: two of the tries of a code that another
 * browser asked for, three letters an hour from one network, and never the last one, which is for a browser that the
 * account knows. So nobody voids the code of another or uses up all letters, and of a million codes an hour takes 25
 * tries, as before.
 */
export const codeMs = 5 * 60_000
const triesPerCode = 5
const triesOfOthers = 2
const betweenMs = 60_000
const hourMs = 3_600_000
// Clocks of two machines may differ by so much; what is further ahead was written by a clock that has been set back.
const skewMs = 60_000
const anHour = 5
const anHourByStrangers = 4
const anHourFromOneNetwork = 3
// The limit of the whole site, far above what a busy school needs.
const allAnHour = 3_000

export type CodeEvent = VerificationCodeTable['event']
/** Who asks for a code or types one: the name of the browser, and the address it comes from. */
export type Asker = Pick<RequestContext, 'browser' | 'address'>
type CodeRequest = { address: string; event: CodeEvent; secret: string; asker: Asker; now: number }

const keyed = (secret: string, text: string): string =>
  createHmac('sha256', createHmac('sha256', secret).update('verification codes').digest()).update(text).digest('hex')

const hashOf = ({ address, event, secret }: CodeRequest, code: string): string =>
  keyed(secret, `${address}\n${event}\n${code}`)

const askerOf = ({ secret, asker: { browser, address } }: CodeRequest) => ({
  asker: keyed(secret, `browser\n${browser}`),
  asker_network: keyed(secret, `network\n${addressKey(address)}`),
})

type Sent = { created_at: number; asker_network: string }

/** How long until one more than `most` may be sent: 0 for now. `sent` are those of the last hour, oldest first. */
const untilFewer = (sent: readonly Sent[], most: number, now: number): number =>
  sent.length < most ? 0 : sent[sent.length - most]!.created_at + hourMs - now

/** How long until an address may get another code from this asker: 0 for now. */
const waitMs = (
  sent: readonly Sent[],
  { isKnown, asker_network, now }: { isKnown: boolean; asker_network: string; now: number },
): number => {
  const afterLast = (sent.at(-1)?.created_at ?? 0) + betweenMs - now
  if (isKnown) return Math.max(0, afterLast, untilFewer(sent, anHour, now))
  const fromHere = sent.filter((one) => one.asker_network === asker_network)
  return Math.max(
    0,
    afterLast,
    untilFewer(sent, anHourByStrangers, now),
    untilFewer(fromHere, anHourFromOneNetwork, now),
  )
}

/**
 * A code for an address, in the caller's transaction; refuses with TOO_FAST within a minute of the last one and beyond
 * those of an hour. It is noted also where none will be sent, so that known and unknown addresses are answered alike.
 * `isKnown`: the browser has been in by the account of the address.
 */
export const issueCode = async (
  db: Db,
  limits: Limits,
  request: CodeRequest & { isSent: boolean; isKnown: boolean },
): Promise<string> => {
  const { address, event, isSent, isKnown, now } = request
  const from = askerOf(request)
  // Writing this row serializes the requests for one address; the limits themselves are checked below.
  await limits.hit(db, `code:${createHash('sha256').update(address).digest('base64url')}`, 86_400, now)
  const sent = await db
    .selectFrom('verification_codes')
    .select(['created_at', 'asker_network'])
    .where('address_key', '=', address)
    .where('created_at', '>', now - hourMs)
    .where('created_at', '<=', now + skewMs)
    .orderBy('created_at')
    .execute()
  const wait = waitMs(sent, { isKnown, asker_network: from.asker_network, now })
  if (wait > 0) throw fail('TOO_FAST', { seconds: Math.ceil(wait / 1000) })
  if ((await limits.hit(db, 'codes', 3_600, now)) > allAnHour) throw fail('TOO_FAST', { seconds: 3_600 })
  const code = String(randomInt(1_000_000)).padStart(6, '0')
  await db
    .insertInto('verification_codes')
    .values({
      address_key: address,
      event,
      code_hash: isSent ? hashOf(request, code) : '',
      ...from,
      created_at: now,
      expires_at: now + codeMs,
      used_at: null,
    })
    .execute()
  return code
}

/** Counts a try of a code before it is compared; undefined where it takes none from this browser any more. */
const countTry = (db: Db, { id, isOwn }: { id: number; isOwn: boolean }, now: number) =>
  db
    .updateTable('verification_codes')
    .set((eb) => ({
      tries: eb('tries', '+', 1),
      ...(!isOwn && { tries_of_others: eb('tries_of_others', '+', 1) }),
    }))
    .where('id', '=', id)
    .where('tries', '<', triesPerCode)
    .$if(!isOwn, (query) => query.where('tries_of_others', '<', triesOfOthers))
    .where('used_at', 'is', null)
    .where('expires_at', '>', now)
    .returning('code_hash')
    .executeTakeFirst()

const takeTryBack = (db: Db, { id, isOwn }: { id: number; isOwn: boolean }) =>
  db
    .updateTable('verification_codes')
    .set((eb) => ({
      tries: eb('tries', '-', 1),
      ...(!isOwn && { tries_of_others: eb('tries_of_others', '-', 1) }),
    }))
    .where('id', '=', id)
    .execute()

/**
 * The codes a browser may type: the last one it asked for, which nobody else's request takes the place of, and the last
 * one of all.
 */
const candidates = async (db: Db, request: CodeRequest): Promise<{ id: number; isOwn: boolean }[]> => {
  const { asker } = askerOf(request)
  const of = db
    .selectFrom('verification_codes')
    .select(['id', 'asker'])
    .where('address_key', '=', request.address)
    .where('event', '=', request.event)
    .orderBy('id', 'desc')
  const own = await of.where('asker', '=', asker).limit(1).executeTakeFirst()
  const last = await of.limit(1).executeTakeFirst()
  return [
    ...(own ? [{ id: own.id, isOwn: true }] : []),
    ...(last && last.id !== own?.id ? [{ id: last.id, isOwn: false }] : []),
  ]
}

/**
 * Checks a code that was sent to this address for this event; returns its id for `useCode`, or refuses with CODE_WRONG.
 * Not in the caller's transaction: a wrong try counts even if the rest is rolled back.
 */
export const checkCode = async (db: Db, request: CodeRequest & { code: string }): Promise<number> => {
  const hash = hashOf(request, typedCode(request.code))
  for (const candidate of await candidates(db, request)) {
    const found = await countTry(db, candidate, request.now)
    if (found?.code_hash.length !== hash.length) continue
    if (!timingSafeEqual(Buffer.from(found.code_hash), Buffer.from(hash))) continue
    await takeTryBack(db, candidate)
    return candidate.id
  }
  throw fail('CODE_WRONG')
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

/** Whether this code was used a moment ago: it is the one with which the present state was reached. */
export const wasJustUsed = async (db: Db, request: CodeRequest & { code: string }): Promise<boolean> =>
  (await db
    .selectFrom('verification_codes')
    .select('id')
    .where('address_key', '=', request.address)
    .where('event', '=', request.event)
    .where('code_hash', '=', hashOf(request, request.code))
    .where('used_at', 'is not', null)
    .where('expires_at', '>', request.now)
    .executeTakeFirst()) !== undefined
