import { sql, type RawBuilder } from 'kysely'
import type { Db } from '../db/schema.ts'
import { sessionMs } from './sessions.ts'

const yearMs = 365 * 24 * 3_600_000
/** The most rows kept for one account: the browsers of a class room, and more log-ins than anybody looks through. */
const mostBrowsers = 100
const mostSessions = 500

/** For `where`: rows that have at least `most` newer ones of the same owner. */
const beyond = (
  table: 'known_browsers' | 'sessions',
  key: 'browser_hash' | 'token_hash',
  most: number,
): RawBuilder<boolean> =>
  sql<boolean>`(user_id, ${sql.ref(key)}) in (select user_id, ${sql.ref(key)} from (
    select user_id, ${sql.ref(key)}, row_number() over (partition by user_id order by created_at desc) as place
    from ${sql.table(table)}) as placed where place > ${most})`

// Clocks of two machines differ by less.
const hourMs = 3_600_000

/**
 * What was opened while the clock was ahead ends when it should have: without this, a session from such an evening
 * would be open for months. Nobody is logged out: a session gets its day from now.
 */
const endWhatIsAhead = async (db: Db, now: number): Promise<void> => {
  await db
    .updateTable('sessions')
    .set({ created_at: now, expires_at: now + sessionMs })
    .where('created_at', '>', now + hourMs)
    .execute()
  await db
    .deleteFrom('role_tickets')
    .where('expires_at', '>', now + 2 * hourMs)
    .execute()
  await db
    .deleteFrom('login_challenges')
    .where('expires_at', '>', now + 2 * hourMs)
    .execute()
  await db
    .deleteFrom('verification_codes')
    .where('created_at', '>', now + hourMs)
    .execute()
}

/**
 * Forgets browsers whose cookie has ended, tickets and codes nobody can use any more, and sessions long over;
 * `isSteady`: the clock can be trusted against what was written under another one.
 */
export const sweepAccounts = async (db: Db, now: number, isSteady = false): Promise<void> => {
  if (isSteady) await endWhatIsAhead(db, now)
  await db
    .deleteFrom('known_browsers')
    .where('created_at', '<', now - yearMs)
    .execute()
  await db
    .deleteFrom('role_tickets')
    .where('expires_at', '<', now - 3_600_000)
    .execute()
  await db
    .deleteFrom('login_challenges')
    .where('expires_at', '<', now - 3_600_000)
    .execute()
  await db
    .deleteFrom('verification_codes')
    .where('created_at', '<', now - 24 * 3_600_000)
    .execute()
  // Until then their owner is told that the session has expired rather than that it is unknown.
  await db
    .deleteFrom('sessions')
    .where('expires_at', '<', now - 30 * 24 * 3_600_000)
    .execute()
  // An account that logs in and out all day keeps no more rows than any other.
  await db
    .deleteFrom('known_browsers')
    .where(beyond('known_browsers', 'browser_hash', mostBrowsers))
    .execute()
  await db
    .deleteFrom('sessions')
    .where((where) => where.or([where('expires_at', '<', now), where('ended_at', 'is not', null)]))
    .where(beyond('sessions', 'token_hash', mostSessions))
    .execute()
}
