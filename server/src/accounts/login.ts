import { headMark } from '@tongchuang/contract/heads.ts'
import { adminPages } from '@tongchuang/contract/paths.ts'
import { createHash } from 'node:crypto'
import { roleNames, type RoleKey } from '@tongchuang/contract/accounts.ts'
import { fail } from '@tongchuang/contract/errors.ts'
import type { App } from '../app-services.ts'
import type { Db } from '../db/schema.ts'
import type { Audience, RequestContext, Person } from '../http/session.ts'
import { totals } from '../ledger/store.ts'
import { fileLink } from '../storage/file-links.ts'
import { holdAccount, knowsBrowser, noteLogin } from './log-in-store.ts'
import { beginTry, takeTryBack, type Try } from './password-tries.ts'
import { usernameKey } from './keys.ts'
import { deviceName, maskMobile, roleList, roleName } from './rules.ts'
import { endSessions, startSession } from './sessions.ts'
import { findAccount, findByLogin, rolesOf, type Account } from './store.ts'
import { hashOpenedBy } from './waiting-passwords.ts'

const sha = (text: string): string => createHash('sha256').update(text).digest('hex')

/** How the browser of a request is kept; null where the call names none. */
export const browserHash = ({ browser }: RequestContext): string | null => (browser === '' ? null : sha(browser))

/**
 * Counts a try, checks the password, and takes the count back if it is right. Returns the account with the hash that
 * the password matched.
 */
const checkCounted = async (
  app: App,
  attempt: Try,
  password: string,
  account?: Account,
): Promise<Account | undefined> => {
  await beginTry(app.db, attempt)
  const password_hash = await hashOpenedBy(app, account, password)
  if (!account || password_hash === null) return undefined
  await takeTryBack(app.db, attempt)
  return { ...account, password_hash }
}

/**
 * The account that a user name, address or number and its password identify; refuses with CREDENTIALS, PAUSED or
 * TOO_FAST. A log-in from a browser that has logged into the account before is counted with the account, not with
 * strangers at the same address, so that nobody who uses up the tries of a school’s address keeps such a person out.
 * `isCounted`: the call has counted it already. A name without an account is counted, slowed down and answered like one
 * with a wrong password. `disabledToo`: returns a disabled account as well, for callers that tell its owner so.
 */
export const accountByPassword = async (
  app: App,
  text: string,
  password: string,
  caller: RequestContext,
  { disabledToo = false, isCounted = false } = {},
): Promise<Account> => {
  const account = await findByLogin(app.db, text)
  const hash = browserHash(caller)
  const isKnown = hash !== null && (await knowsBrowser(app.db, account?.id ?? 0, hash))
  if (!isCounted) await app.limits.spend('login', { ...caller, user_id: isKnown && account ? account.id : null })
  const subject = account ? `user:${account.id}` : `name:${sha(usernameKey(text.trim()))}`
  const attempt = { subject, knownBrowser: isKnown ? hash : null, address: caller.address, now: caller.now }
  const proven = await checkCounted(app, attempt, password, account)
  if (!proven || (proven.status !== 'normal' && !disabledToo)) throw fail('CREDENTIALS')
  return proven
}

/**
 * The caller's own account, once the password proves it is the owner who asks; refuses with WRONG_PASSWORD or PAUSED.
 */
export const confirmOwner = async (app: App, caller: Person, password: string): Promise<Account> => {
  const account = await findAccount(app.db, caller.user_id)
  const attempt = {
    subject: `user:${caller.user_id}`,
    knownBrowser: `session:${caller.session_id}`,
    address: caller.address,
    now: caller.now,
  }
  const proven = await checkCounted(app, attempt, password, account)
  if (!proven) throw fail('WRONG_PASSWORD')
  return proven
}

/**
 * Runs work in a transaction for an account whose password was right; refuses with WRONG_PASSWORD if the password has
 * been reset since. Otherwise a request begun with the old password could undo a reset.
 */
export const asProven = <T>(
  db: Db,
  { id: user_id, password_hash }: Pick<Account, 'id' | 'password_hash'>,
  work: (db: Db) => Promise<T>,
): Promise<T> =>
  db.transaction().execute(async (db) => {
    if (!(await holdAccount(db, { user_id, password_hash }))) throw fail('WRONG_PASSWORD')
    return work(db)
  })

/**
 * How a person logs in. Everything in it must still hold when the session is created: whatever would end it is either
 * seen or waits for the transaction.
 */
export type Way = {
  /** The hash that the password matched; absent for other ways to log in. */
  password_hash?: string | undefined
  /** The provider of the account used now, or for the session this one comes from: the new session ends with it. */
  provider_id?: number | null | undefined
  /** Whether that account was linked on the admin site; a password needs none. */
  for_staff?: boolean | undefined
  /** Uses up the ticket, challenge or session used to log in, or checks that it still holds; refuses if it does not. */
  hold?: ((db: Db) => Promise<void>) | undefined
  /** The refusal if the account has been closed or its password reset since. */
  refusal: 'CREDENTIALS' | 'CHALLENGE' | 'ACCOUNT_DISABLED' | 'NO_SESSION'
}

/** A log-in by a password that was right. */
export const byPassword = ({ password_hash }: Account): Way => ({ password_hash, refusal: 'CREDENTIALS' })

/** Locks everything a log-in is based on, in the caller's transaction; refuses if any of it no longer holds. */
export const holdWay = async (db: Db, user_id: number, { password_hash, refusal, hold }: Way): Promise<void> => {
  if (!(await holdAccount(db, { user_id, password_hash }))) throw fail(refusal)
  await hold?.(db)
}

type NewLogin = {
  user_id: number
  audience: Audience
  role: RoleKey | null
  caller: RequestContext
  oneDevice: boolean
  way: Way
}

/**
 * Logs somebody in, in the caller's transaction: a new session, and the end of the others where the site allows one
 * device.
 */
const logIn = async (db: Db, { user_id, audience, role, caller, oneDevice, way }: NewLogin) => {
  const { now, address } = caller
  const { password_hash, provider_id, for_staff, refusal, hold } = way
  // This locks the account first: a later reset ends the session created here, and an earlier one is seen here.
  if (!(await noteLogin(db, { user_id, password_hash }, browserHash(caller), now))) throw fail(refusal)
  await hold?.(db)
  if (oneDevice) await endSessions(db, { user_id, audience, reason: 'elsewhere', now })
  const device = deviceName(caller.user_agent)
  return startSession(db, { user_id, audience, role, device, address, now, provider_id, for_staff })
}

const seconds = (ms: number): number => Math.floor(ms / 1000)

/**
 * The log-in answer of the student site (specification section 3); `inside` is the transaction that has just created
 * the person.
 */
export const openStudentSession = async (
  app: App,
  account: Pick<Account, 'id' | 'username' | 'nickname' | 'mobile' | 'avatar_file_id' | 'head'>,
  caller: RequestContext,
  way: Way,
  inside?: Db,
) => {
  const oneDevice = inside === undefined && (await app.settings()).one_device
  const open = async (db: Db) => {
    const session = await logIn(db, { user_id: account.id, audience: 'student', role: null, caller, oneDevice, way })
    return { session, roles: await rolesOf(db, account.id), score: (await totals(db, account.id)).score }
  }
  const { session, roles, score } = await (inside ? open(inside) : app.db.transaction().execute(open))
  return {
    id: account.id,
    username: account.username,
    nickname: account.nickname,
    mobile: maskMobile(account.mobile),
    avatar: account.avatar_file_id
      ? fileLink(app.config, account.avatar_file_id, 'thumb', account.id, caller.now)
      : account.head && headMark + account.head,
    score,
    token: session.token,
    user_id: account.id,
    createtime: seconds(session.created_at),
    expiretime: seconds(session.expires_at),
    expires_in: seconds(session.expires_at - caller.now),
    role: roleName(roles),
    roleList: roleList(roles),
  }
}

/** The log-in answer of the admin site. */
export const openAdminSession = async (
  app: App,
  account: Pick<Account, 'id' | 'username' | 'nickname'>,
  role: RoleKey,
  roles: readonly RoleKey[],
  caller: RequestContext,
  way: Way,
) => {
  const { one_device } = await app.settings()
  const session = await app.db
    .transaction()
    .execute((db) => logIn(db, { user_id: account.id, audience: 'admin', role, caller, oneDevice: one_device, way }))
  return {
    id: account.id,
    username: account.username,
    nickname: account.nickname,
    token: session.token,
    expiretime: seconds(session.expires_at),
    expires_in: seconds(session.expires_at - caller.now),
    role,
    roleList: roles.filter((key) => key !== 'student'),
  }
}

/** The address of the admin site that takes a ticket. */
export const handOffUrl = (adminSite: string, ticket: string, role: RoleKey): string =>
  `${adminSite}${adminPages.login}?${new URLSearchParams({ token: ticket, role: roleNames[role] }).toString()}`
