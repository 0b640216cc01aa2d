import type { RoleKey } from '@tongchuang/contract/accounts.ts'
import { compiled } from '../db/compiled.ts'
import type { Db } from '../db/schema.ts'
import { hashToken, newToken, type Audience, type Authenticate } from '../http/session.ts'
import type { SessionTable } from './tables.ts'

/** A token lives for a day: specification section 4. */
export const sessionMs = 24 * 3_600_000

type Found = Pick<SessionTable, 'user_id' | 'audience' | 'expires_at' | 'ended_reason'> & {
  provider_id: number | null
  id: number
  acting: RoleKey | null
  status: 'normal' | 'disabled'
  must_change_password: boolean
  role: RoleKey | null
}

// Runs on every request.
const findSession = compiled<{ token_hash: string }, Found>(
  (db, value) =>
    db
      .selectFrom('sessions as s')
      .innerJoin('users as u', 'u.id', 's.user_id')
      .leftJoin('user_roles as r', 'r.user_id', 's.user_id')
      .select([
        's.id',
        's.user_id',
        's.audience',
        's.role as acting',
        's.expires_at',
        's.ended_reason',
        's.provider_id',
        'u.status',
        'u.must_change_password',
        'r.role',
      ])
      .where('s.token_hash', '=', value('token_hash')),
  { manyAtOnce: { token_hash: 'text' } },
)

/** The session behind the hash of a token, with what its person may do at this moment: one query. */
export const authenticate: Authenticate = async (db, tokenHash) => {
  const rows = await findSession(db, { token_hash: tokenHash })
  const [session] = rows
  if (!session) return null
  const granted = rows.flatMap(({ role }) => (role ? [role] : []))
  return {
    session_id: session.id,
    user_id: session.user_id,
    audience: session.audience,
    // A session of the admin site acts in one role, as long as that is granted.
    roles: session.acting ? granted.filter((role) => role === session.acting) : granted,
    expires_at: session.expires_at,
    ended_reason: session.ended_reason,
    provider_id: session.provider_id,
    // A user who logged in through a provider never received the initial password, and may not know it.
    must_change_password: session.must_change_password && session.provider_id === null,
    disabled: session.status !== 'normal',
  }
}

export type NewSession = {
  user_id: number
  audience: Audience
  role: RoleKey | null
  device: string
  address: string
  now: number
  /** The provider whose account opens the session; absent for a password. */
  provider_id?: number | null | undefined
  /** Whether that account was linked on the admin site: only then may the session be handed off to it. */
  for_staff?: boolean | undefined
}

/** Opens a session under a new token, which is answered here and kept nowhere. */
export const startSession = async (
  db: Db,
  { now, provider_id, for_staff = true, ...session }: NewSession,
): Promise<{ id: number; token: string; created_at: number; expires_at: number }> => {
  const token = newToken()
  const { id } = await db
    .insertInto('sessions')
    .values({
      ...session,
      provider_id: provider_id ?? null,
      for_staff,
      token_hash: hashToken(token),
      created_at: now,
      expires_at: now + sessionMs,
      ended_at: null,
      ended_reason: null,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return { id, token, created_at: now, expires_at: now + sessionMs }
}

type Ending = {
  user_id: number
  id?: number
  except?: number
  audience?: Audience
  /** Only those that were opened by an account at this provider. */
  provider_id?: number
  reason: NonNullable<SessionTable['ended_reason']>
  now: number
}

/**
 * Ends sessions of a user: one, all but one, or all, with their tickets; returns how many were open. Unless limited to
 * one session or site, pending challenges end too, since setting a password comes through here: a log-in that still
 * needs a code starts again.
 */
export const endSessions = async (
  db: Db,
  { user_id, id, except, audience, provider_id, reason, now }: Ending,
): Promise<number> => {
  let open = db
    .updateTable('sessions')
    .set({ ended_at: now, ended_reason: reason })
    .where('user_id', '=', user_id)
    .where('ended_at', 'is', null)
    .where('expires_at', '>', now)
  if (id !== undefined) open = open.where('id', '=', id)
  if (except !== undefined) open = open.where('id', '<>', except)
  if (audience !== undefined) open = open.where('audience', '=', audience)
  if (provider_id !== undefined) open = open.where('provider_id', '=', provider_id)
  const { numUpdatedRows } = await open.executeTakeFirstOrThrow()
  if (id === undefined && audience === undefined) {
    const owed = db.deleteFrom('login_challenges').where('user_id', '=', user_id)
    await (provider_id === undefined ? owed : owed.where('provider_id', '=', provider_id)).execute()
  }
  return Number(numUpdatedRows)
}

/** Locks the session, so that ending it waits for this transaction; returns false if it is already over. */
const holdSession = async (db: Db, id: number, now: number): Promise<boolean> => {
  const { numUpdatedRows } = await db
    .updateTable('sessions')
    .set({ ended_at: null })
    .where('id', '=', id)
    .where('ended_at', 'is', null)
    .where('expires_at', '>', now)
    .executeTakeFirstOrThrow()
  return numUpdatedRows > 0n
}

/** Ends every session that an account at a provider opened, and each log-in with it that still needs a code. */
export const endSessionsOfProvider = async (db: Db, provider_id: number, now: number): Promise<void> => {
  await db
    .updateTable('sessions')
    .set({ ended_at: now, ended_reason: 'staff' })
    .where('provider_id', '=', provider_id)
    .where('ended_at', 'is', null)
    .where('expires_at', '>', now)
    .execute()
  await db.deleteFrom('login_challenges').where('provider_id', '=', provider_id).execute()
}

/** The open sessions of a person on both sites, newest first, at most 50. */
export const listSessions = (db: Db, user_id: number, now: number) =>
  db
    .selectFrom('sessions')
    .select(['id', 'audience', 'device', 'address', 'created_at', 'expires_at'])
    .where('user_id', '=', user_id)
    .where('ended_at', 'is', null)
    .where('expires_at', '>', now)
    .orderBy('id', 'desc')
    .limit(50)
    .execute()

/** Those of the given sessions that are still valid: for connections that stay open longer than a request. */
export const sessionsStillOpen = async (db: Db, session_ids: readonly number[], now: number): Promise<Set<number>> => {
  const open = new Set<number>()
  const atOnce = 2_000
  for (let at = 0; at < session_ids.length; at += atOnce) {
    const rows = await db
      .selectFrom('sessions')
      .innerJoin('users', 'users.id', 'sessions.user_id')
      .select('sessions.id')
      .where('sessions.id', 'in', session_ids.slice(at, at + atOnce))
      .where('sessions.ended_at', 'is', null)
      .where('sessions.expires_at', '>', now)
      .where('users.status', '=', 'normal')
      .execute()
    for (const { id } of rows) open.add(id)
  }
  return open
}

/**
 * Whether a session may be handed off to the admin site: not if it was opened by an account that was not linked there.
 */
export const mayGoOver = async (db: Db, session_id: number): Promise<boolean> =>
  (await db
    .selectFrom('sessions')
    .select('id')
    .where('id', '=', session_id)
    .where('for_staff', '=', true)
    .executeTakeFirst()) !== undefined

/** When a session expires. */
export const sessionExpiry = async (db: Db, id: number): Promise<number> =>
  (await db.selectFrom('sessions').select('expires_at').where('id', '=', id).executeTakeFirst())?.expires_at ?? 0

const ticketMs = 60_000

/** A ticket for the admin site: 60 seconds, used once, and no longer than the session it is asked for from. */
export const issueTicket = async (
  db: Db,
  { user_id, session_id }: { user_id: number; session_id: number },
  role: RoleKey,
  now: number,
): Promise<{ ticket: string; expires_in: number }> => {
  const ticket = newToken()
  await db
    .insertInto('role_tickets')
    .values({ ticket_hash: hashToken(ticket), user_id, session_id, role, expires_at: now + ticketMs, used_at: null })
    .execute()
  return { ticket, expires_in: ticketMs / 1000 }
}

/** The user a ticket is for, and the provider of its session; undefined if it is unknown, used or expired. */
export const ticketed = (
  db: Db,
  ticket: string,
  now: number,
): Promise<{ user_id: number; role: RoleKey; provider_id: number | null } | undefined> =>
  db
    .selectFrom('role_tickets as t')
    .leftJoin('sessions as s', 's.id', 't.session_id')
    .select(['t.user_id', 't.role', 's.provider_id'])
    .where('t.ticket_hash', '=', hashToken(ticket))
    .where('t.used_at', 'is', null)
    .where('t.expires_at', '>', now)
    .executeTakeFirst()

/**
 * Uses up a ticket, in the transaction that opens the new session; false if it was used already or its session is over.
 */
export const useTicket = async (db: Db, ticket: string, now: number): Promise<boolean> => {
  const used = await db
    .updateTable('role_tickets')
    .set({ used_at: now })
    .where('ticket_hash', '=', hashToken(ticket))
    .where('used_at', 'is', null)
    .where('expires_at', '>', now)
    .returning('session_id')
    .executeTakeFirst()
  return used !== undefined && (used.session_id === null || holdSession(db, used.session_id, now))
}
