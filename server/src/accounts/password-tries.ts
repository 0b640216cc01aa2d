import { fail } from '@tongchuang/contract/errors.ts'
import { sql } from 'kysely'
import type { Db } from '../db/schema.ts'
import { addressKey } from '../http/rate-limit.ts'

/*
 * Guessing is slowed down without locking anybody out. Five wrong passwords for one account from one address cause a
 * pause of a minute. Browsers known to the account have a count of their own, so a stranger cannot pause them. All
 * others together get a bucket of 39 checks that refills by one a minute: never more than 100 in an hour, and never
 * empty for longer than a minute. A check is counted before it is made, so concurrent attempts get no more than
 * sequential ones.
 */
const pauseMs = 60_000
const wrongInARow = 5
const forgottenAfterMs = 15 * 60_000
const refillMs = 60_000
const bucket = 39
// The largest clock difference expected between two machines. A pause that ends further ahead was written by a clock
// that has been set back since.
const skewMs = 60_000
const noPauseFrom = (now: number, pause = pauseMs): number => now + pause + skewMs
const noBucketFrom = (now: number): number => now + bucket * refillMs + skewMs

/** One attempt at a password: the account it is for and where it comes from. */
export type Try = {
  /** The account, or the name that was typed where there is none: both are slowed down alike. */
  subject: string
  /** The hash of a browser that has logged into this account before. */
  knownBrowser: string | null
  address: string
  now: number
  /** The length of the pause after five wrong tries in a row, if a minute is not enough. */
  pause?: number
}

const pairOf = ({ subject, knownBrowser, address }: Try): string =>
  knownBrowser === null ? `${subject}:a:${addressKey(address)}` : `${subject}:b:${knownBrowser}`
const strangersOf = ({ subject }: Try): string => `${subject}:strangers`

/** The remaining seconds of a pause, as reported to the user. */
const left = (until: number, now: number, pause = pauseMs) => ({
  seconds: Math.min(pause / 1000, Math.max(1, Math.ceil((until - now) / 1000))),
})

/** Counts a try before it is made; refuses with PAUSED. */
export const beginTry = async (db: Db, attempt: Try): Promise<void> => {
  await db.transaction().execute(async (db) => {
    await countPair(db, pairOf(attempt), attempt.now, attempt.pause)
    if (attempt.knownBrowser === null) await countStranger(db, strangersOf(attempt), attempt.now)
  })
}

const countPair = async (db: Db, key: string, now: number, pause = pauseMs): Promise<void> => {
  const wrong = sql<number>`case when password_tries.last_at <= ${now - forgottenAfterMs} or password_tries.wrong >= ${wrongInARow} then 1 else password_tries.wrong + 1 end`
  const isFifth = sql<boolean>`password_tries.wrong = ${wrongInARow - 1} and password_tries.last_at > ${now - forgottenAfterMs}`
  const counted = await db
    .insertInto('password_tries')
    .values({ key, wrong: 1, last_at: now, paused_until: 0 })
    .onConflict((conflict) =>
      conflict
        .column('key')
        .doUpdateSet({
          wrong,
          last_at: now,
          paused_until: sql<number>`case when ${isFifth} then cast(${now + pause} as bigint) else 0 end`,
        })
        .where((eb) =>
          eb.or([
            eb('password_tries.paused_until', '<=', now),
            eb('password_tries.paused_until', '>', noPauseFrom(now, pause)),
          ]),
        ),
    )
    .returning('key')
    .executeTakeFirst()
  if (!counted) throw fail('PAUSED', left(await pausedUntil(db, key), now, pause))
}

/** `paused_until` is when the bucket would be full again: each check moves it a minute on. */
const countStranger = async (db: Db, key: string, now: number): Promise<void> => {
  const room = now + (bucket - 1) * refillMs
  const full = sql<number>`case when password_tries.paused_until > ${now} and password_tries.paused_until <= ${noBucketFrom(now)} then password_tries.paused_until else cast(${now} as bigint) end + ${refillMs}`
  const counted = await db
    .insertInto('password_tries')
    .values({ key, wrong: 1, last_at: now, paused_until: now + refillMs })
    .onConflict((conflict) =>
      conflict
        .column('key')
        .doUpdateSet({ last_at: now, paused_until: full })
        .where((eb) =>
          eb.or([
            eb('password_tries.paused_until', '<=', room),
            eb('password_tries.paused_until', '>', noBucketFrom(now)),
          ]),
        ),
    )
    .returning('key')
    .executeTakeFirst()
  if (!counted) throw fail('PAUSED', left((await pausedUntil(db, key)) - (bucket - 1) * refillMs, now))
}

const pausedUntil = async (db: Db, key: string): Promise<number> =>
  (await db.selectFrom('password_tries').select('paused_until').where('key', '=', key).executeTakeFirst())
    ?.paused_until ?? 0

/** Takes the count of a try back: the password was right, or was never checked. */
export const takeTryBack = async (db: Db, attempt: Try): Promise<void> => {
  await db.deleteFrom('password_tries').where('key', '=', pairOf(attempt)).execute()
  if (attempt.knownBrowser !== null) return
  await db
    .updateTable('password_tries')
    .set((eb) => ({ paused_until: eb('paused_until', '-', refillMs) }))
    .where('key', '=', strangersOf(attempt))
    .execute()
}

/** Deletes counts that no longer affect anything. */
export const sweepTries = async (db: Db, now: number): Promise<void> => {
  await db
    .deleteFrom('password_tries')
    .where('last_at', '<', now - 2 * 3_600_000)
    .execute()
}
