import { accountsAdmin } from '@tongchuang/contract/accounts.admin.ts'
import type { RoleKey } from '@tongchuang/contract/accounts.ts'
import type { Input } from '@tongchuang/contract/call.ts'
import { fail } from '@tongchuang/contract/errors.ts'
import type { App } from '../app-services.ts'
import type { Db } from '../db/schema.ts'
import { iso } from '../db/time.ts'
import { implement } from '../http/implement.ts'
import { invalid } from '../http/problem.ts'
import type { Person, Visitor } from '../http/session.ts'
import { changeContact, mailCode } from './contact.ts'
import { accountByPassword, asProven, byPassword, confirmOwner, openAdminSession, type Way } from './login.ts'
import { endOwnSessions } from './own-sessions.ts'
import { enterAdminSite, needsFactor } from './enter-admin.ts'
import { replacePassword } from './replace-password.ts'
import { actingRole } from './rules.ts'
import {
  beginFactor,
  challenged,
  checkFactor,
  endFactor,
  factorOf,
  newRecoveryCodes,
  useChallenge,
} from './second-factor.ts'
import { endSessions, listSessions, ticketed, useTicket } from './sessions.ts'
import { findAccount, rolesOf, type Account } from './store.ts'

/**
 * The admin site's own sessions. Resetting the password of another user is in `registration/routes.admin.ts`, which
 * knows the guilds.
 */
export const accountAdminRoutes = (app: App): void => {
  const { resetPassword: _elsewhere, confirmMobile: _elsewhereToo, ...own } = accountsAdmin
  implement(app, own, {
    login: (input, caller) => logIn(app, input, caller),
    logout: (input, caller) => logOut(app, input, caller),
    switchRole: (input, caller) => switchRole(app, input, caller),
    changePassword: ({ password, new_password }, caller) => replacePassword(app, caller, password, new_password),
    sendCode: ({ email }, caller) => mailCode(app, email, 'change', caller),
    changeContact: (input, caller) => changeContact(app, input, caller),
    sessions: (input, caller) => listOwnSessions(app, input, caller),
    endSession: (input, caller) => endOwnSessions(app.db, input, caller),
    beginFactor: async ({ password }, caller) =>
      beginFactor(app, await confirmOwner(app, caller, password), caller.now),
    confirmFactor: async ({ code }, caller) => ({
      recovery_codes: await checkFactor(app, caller.user_id, code, caller, true),
    }),
    renewRecovery: (input, caller) => renewRecovery(app, input, caller),
    endFactor: (input, caller) => stopFactor(app, input, caller),
  })
}

const logIn = async (
  app: App,
  { username, password, ticket, role, challenge, code }: Input<typeof accountsAdmin.login>,
  caller: Visitor,
) => {
  const { db } = app
  if (challenge !== undefined || ticket !== undefined) await app.limits.spend('login', caller)
  if (challenge !== undefined) {
    if (code === undefined) throw invalid('code', '请填写动态码', 'Fill in the code')
    return enterWithCode(app, challenge, code, caller)
  }
  if (ticket !== undefined) {
    const { account, role, way } = await byTicket(db, ticket, caller.now)
    // The role in the address is a hint; the ticket knows which one was chosen.
    return enterAdminSite(app, account, role, caller, way)
  }
  if (username === undefined || password === undefined)
    throw invalid('username', '请填写用户名和密码', 'Fill in user name and password')
  const account = await accountByPassword(app, username, password, caller)
  return enterAdminSite(app, account, role, caller, byPassword(account))
}

const logOut = async (app: App, _: Input<typeof accountsAdmin.logout>, { user_id, session_id, now }: Visitor) => {
  const { db } = app
  if (user_id !== null && session_id !== null) await endSessions(db, { user_id, id: session_id, reason: 'logout', now })
  return {}
}

const switchRole = async (app: App, { role }: Input<typeof accountsAdmin.switchRole>, caller: Person) => {
  const { db } = app
  const { user_id, session_id, provider_id, now } = caller
  const [account, roles] = await Promise.all([findAccount(db, user_id), rolesOf(db, user_id)])
  if (!account || !actingRole(roles, role)) throw fail('ROLE')
  if ((await needsFactor(app, role)) && !(await factorOf(db, user_id)).on) throw fail('FACTOR_NEEDED')
  const hold = async (db: Db) => {
    // The new session replaces the old one: if the old one has been ended meanwhile, no new one is opened.
    if ((await endSessions(db, { user_id, id: session_id, reason: 'logout', now })) === 0) throw fail('NO_SESSION')
  }
  const way = { provider_id, refusal: 'NO_SESSION', hold } as const
  return { userinfo: await openAdminSession(app, account, role, roles, caller, way) }
}

const listOwnSessions = async (
  app: App,
  _: Input<typeof accountsAdmin.sessions>,
  { user_id, session_id, now }: Person,
) => {
  const { db } = app
  const sessions = await listSessions(db, user_id, now)
  return sessions.map(({ audience, created_at, expires_at, ...session }) => ({
    ...session,
    is_admin_site: audience === 'admin',
    created_at: iso(created_at),
    expires_at: iso(expires_at),
    current: session.id === session_id,
  }))
}

const renewRecovery = async (app: App, { password }: Input<typeof accountsAdmin.renewRecovery>, caller: Person) => {
  const { db } = app
  const account = await confirmOwner(app, caller, password)
  return { recovery_codes: await asProven(db, account, (db) => newRecoveryCodes(db, app.config.secret, account.id)) }
}

const stopFactor = async (app: App, { password }: Input<typeof accountsAdmin.endFactor>, caller: Person) => {
  const { db } = app
  const account = await confirmOwner(app, caller, password)
  // Checked whichever role they act in now: otherwise an administrator could switch back to that role without a second
  // factor.
  if ((await rolesOf(db, caller.user_id)).includes('admin') && (await needsFactor(app, 'admin')))
    throw fail('FACTOR_NEEDED')
  await asProven(db, account, (db) => endFactor(db, account.id))
  return {}
}

const byTicket = async (
  db: Db,
  ticket: string,
  now: number,
): Promise<{ account: Account; role: RoleKey; way: Way }> => {
  const handedOver = await ticketed(db, ticket, now)
  const account = handedOver && (await findAccount(db, handedOver.user_id))
  if (!account || account.status !== 'normal') throw fail('CREDENTIALS')
  const { role, provider_id } = handedOver
  const hold = async (db: Db) => {
    if (!(await useTicket(db, ticket, now))) throw fail('CREDENTIALS')
  }
  return { account, role, way: { provider_id, refusal: 'CREDENTIALS', hold } }
}

/** The second step of a log-in: the challenge from the first step, and a code. */
const enterWithCode = async (app: App, token: string, code: string, caller: Visitor) => {
  const { db } = app
  const owed = await challenged(db, token, caller.now)
  const account = owed && (await findAccount(db, owed.user_id))
  if (!account || account.status !== 'normal') throw fail('CHALLENGE')
  const { on } = await factorOf(db, account.id)
  const recovery_codes = await checkFactor(app, account.id, code, caller, !on)
  const roles = await rolesOf(db, account.id)
  if (!roles.includes(owed.role)) throw fail('ROLE')
  const { provider_id } = owed
  const hold = async (db: Db) => {
    // A password reset deletes the challenge.
    if (!(await useChallenge(db, token, caller.now))) throw fail('CHALLENGE')
  }
  const way = { provider_id, refusal: 'CHALLENGE', hold } as const
  const userinfo = await openAdminSession(app, account, owed.role, roles, caller, way)
  return on ? { userinfo } : { userinfo, recovery_codes }
}
