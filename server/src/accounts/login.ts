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
import { beginTry, takeTryBack, type Try } from './password-tries.ts'
import { usernameKey } from './keys.ts'
import { deviceName, maskMobile, roleList, roleName } from './rules.ts'
import { endSessions, startSession } from './sessions.ts'
import { findAccount, findByLogin, knowsBrowser, noteLogin, rolesOf, type Account } from './store.ts'
import { isPasswordOf } from './waiting-passwords.ts'

const sha = (text: string): string => createHash('sha256').update(text).digest('hex')

const browserHash = ({ browser }: RequestContext): string | null => (browser === '' ? null : sha(browser))

/** Counts a try, checks the password, and takes the count back where it is right. */
const checkCounted = async (app: App, attempt: Try, password: string, account?: Account): Promise<boolean> => {
  await beginTry(app.db, attempt)
  const isRight = await isPasswordOf(app, account, password)
  if (isRight) await takeTryBack(app.db, attempt)
  return isRight
}

/**
 * The account of a user name, address or number and its password; refuses with CREDENTIALS or PAUSED. A name without an
 * account is counted, slowed down and answered like one with a wrong password. `disabledToo`: a disabled account is answered as
 * well, for a caller that says so to its owner.
 */
export const accountByPassword = async (
  app: App,
  text: string,
  password: string,
  caller: RequestContext,
  { disabledToo = false } = {},
): Promise<Account> => {
  const account = await findByLogin(app.db, text)
  const hash = browserHash(caller)
  const isKnown = hash !== null && (await knowsBrowser(app.db, account?.id ?? 0, hash))
  const subject = account ? `user:${account.id}` : `name:${sha(usernameKey(text.trim()))}`
  const attempt = { subject, knownBrowser: isKnown ? hash : null, address: caller.address, now: caller.now }
  const isRight = await checkCounted(app, attempt, password, account)
  if (!account || !isRight || (account.status !== 'normal' && !disabledToo)) throw fail('CREDENTIALS')
  return account
}

/** The caller's own account, once the password proves it is the owner who asks; refuses with WRONG_PASSWORD or PAUSED. */
export const confirmOwner = async (app: App, caller: Person, password: string): Promise<Account> => {
  const account = await findAccount(app.db, caller.user_id)
  const attempt = {
    subject: `user:${caller.user_id}`,
    knownBrowser: `session:${caller.session_id}`,
    address: caller.address,
    now: caller.now,
  }
  if (!account || !(await checkCounted(app, attempt, password, account))) throw fail('WRONG_PASSWORD')
  return account
}

type NewLogin = {
  user_id: number
  audience: Audience
  role: RoleKey | null
  caller: RequestContext
  oneDevice: boolean
  provider_id?: number | undefined
}

/** Logs somebody in, in the caller's transaction: a new session, and the end of the others where the site allows one device. */
export const logIn = async (db: Db, { user_id, audience, role, caller, oneDevice, provider_id }: NewLogin) => {
  const { now, address } = caller
  if (oneDevice) await endSessions(db, { user_id, audience, reason: 'elsewhere', now })
  await noteLogin(db, user_id, browserHash(caller), now)
  return startSession(db, { user_id, audience, role, device: deviceName(caller.user_agent), address, now, provider_id })
}

const seconds = (ms: number): number => Math.floor(ms / 1000)

/**
 * The log-in answer of the student site (specification section 3); `inside` for a person made in the same
 * transaction, `provider_id` for who came by an account there.
 */
export const openStudentSession = async (
  app: App,
  account: Pick<Account, 'id' | 'username' | 'nickname' | 'mobile' | 'avatar_file_id' | 'head'>,
  caller: RequestContext,
  { inside, provider_id }: { inside?: Db; provider_id?: number } = {},
) => {
  const oneDevice = inside === undefined && (await app.settings()).one_device
  const open = async (db: Db) => {
    const session = await logIn(db, {
      user_id: account.id,
      audience: 'student',
      role: null,
      caller,
      oneDevice,
      provider_id,
    })
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
  provider_id?: number,
) => {
  const { one_device } = await app.settings()
  const session = await app.db
    .transaction()
    .execute((db) =>
      logIn(db, { user_id: account.id, audience: 'admin', role, caller, oneDevice: one_device, provider_id }),
    )
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

/** Where the browser goes with a ticket. */
export const handOffUrl = (adminSite: string, ticket: string, role: RoleKey): string =>
  `${adminSite}${adminPages.login}?${new URLSearchParams({ token: ticket, role: roleNames[role] }).toString()}`
