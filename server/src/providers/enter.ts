import { randomBytes } from 'node:crypto'
import { fail, Refusal } from '@tongchuang/contract/errors.ts'
import type { App } from '../app-services.ts'
import { hasLoggedIn } from '../accounts/identity-store.ts'
import { studentNumber } from '../accounts/keys.ts'
import { accountByPassword, byPassword, holdWay, openStudentSession, type Way } from '../accounts/login.ts'
import { beginTry, takeTryBack } from '../accounts/password-tries.ts'
import { mayBeUsername } from '../accounts/rules.ts'
import { createUser, findAccount, isTaken, rolesOf, usernameByNumber, type Account } from '../accounts/store.ts'
import { orNotFound } from '../db/or-not-found.ts'
import type { Db } from '../db/schema.ts'
import { hashToken, newToken, type RequestContext } from '../http/session.ts'
import { addIdentity, candidateByNumber, findIdentity, noteUse } from './identities-store.ts'
import { isOnlyStudent, matchOf, type Told } from './rules.ts'
import { findProvider, type ProviderRow } from './store.ts'
import type { IdentityTable } from './tables.ts'
import { findByTicket, keepPerson, useTicketOf } from './visit-store.ts'
import { isSameBrowser, openProvider, type Arrival, type Site } from './visits.ts'

const ticketMs = 10 * 60_000
const pause = 15 * 60_000

type Linking = {
  user_id: number
  provider: ProviderRow
  told: Told
  how: IdentityTable['how']
  /** With password and second factor, on the admin site. */
  for_staff?: boolean
  now: number
}

/**
 * Links an identity to a user and tells the user; refuses with IDENTITY_TAKEN if either is linked with another already.
 */
export const linkIdentity = async (
  app: App,
  db: Db,
  { user_id, provider, told, how, for_staff = false, now }: Linking,
): Promise<void> => {
  const { subject, label } = told
  const row = { user_id, provider_id: provider.id, subject, label, how, for_staff, linked_at: now }
  const isNew = await addIdentity(db, row)
  if (!isNew) throw fail('IDENTITY_TAKEN', { name: provider.name })
  await app.events.publish(db, 'account.identity_linked', { user_id, provider: provider.name })
}

/** The user an identity belongs to, and whether it was linked on the admin site. */
type Known = { account: Account; for_staff: boolean }

/**
 * The account behind an identity that is linked for a site; null if it is not. An identity linked by a student, or by a
 * number alone, never opens the admin site, whatever roles its owner has now.
 */
export const linkedAccount = async (
  app: App,
  { provider, told }: Pick<Arrival, 'provider' | 'told'>,
  site: Site,
): Promise<Known | null> => {
  const identity = await findIdentity(app.db, provider.id, told.subject)
  if (!identity || (site === 'admin' && !identity.for_staff)) return null
  const account = await findAccount(app.db, identity.user_id)
  if (!account || account.status !== 'normal') throw fail('ACCOUNT_DISABLED')
  return { account, for_staff: identity.for_staff }
}

/** A log-in by an identity, valid as long as the identity is linked. */
export const byProvider = (
  { account, for_staff }: Known,
  { provider, told }: Pick<Arrival, 'provider' | 'told'>,
  now: number,
): Way => ({
  provider_id: provider.id,
  for_staff,
  refusal: 'ACCOUNT_DISABLED',
  hold: async (db) => {
    const { subject, label } = told
    const used = { user_id: account.id, provider_id: provider.id, subject, label, for_staff }
    if (!(await noteUse(db, used, now))) throw fail('PROVIDER_STATE')
    // It may have been closed since this log-in set out.
    if (!(await findProvider(db, provider.id))?.enabled) throw fail('PROVIDER_OFF')
  },
})

/** The user name of an account created from a provider: the number, if nobody has it. */
const nameFor = async (db: Db, student_no: string): Promise<string> => {
  const isFree = mayBeUsername(student_no, { imported: true }) && !(await isTaken(db, student_no))
  return isFree ? student_no : `s${randomBytes(6).toString('hex')}`
}

const makeAccount = async (app: App, { provider, told }: Arrival, now: number): Promise<Account> => {
  const id = await app.db.transaction().execute(async (db) => {
    const user = await createUser(db, {
      username: await nameFor(db, told.student_no),
      ...(told.label && {
        nickname: [...told.label].slice(0, 20).join(''),
        nickname_given: true,
        real_name: told.label,
      }),
      student_no: studentNumber(told.student_no),
      created_at: now,
      roles: ['student'],
    })
    if (!user) throw fail('IDENTITY_TAKEN', { name: provider.name })
    await linkIdentity(app, db, { user_id: user.id, provider, told, how: 'made', now })
    return user.id
  })
  return orNotFound(await findAccount(app.db, id))
}

/**
 * Finds or creates the account by the number alone, if the school trusts it; null if the person has to say who they
 * are.
 */
const matchedAccount = async (app: App, arrival: Arrival, now: number): Promise<Account | null> => {
  const { provider, told } = arrival
  const candidate = await candidateByNumber(app.db, told.student_no, provider.id)
  const match = matchOf({ provider, student_no: told.student_no, candidate })
  if (match === 'disabled') throw fail('ACCOUNT_DISABLED')
  if (match === 'staff') throw fail('STAFF_LINK', { name: provider.name })
  if (match === 'taken') throw fail('IDENTITY_TAKEN', { name: provider.name })
  if (match === 'make') return makeAccount(app, arrival, now)
  if (match === 'ask' || !candidate) return null
  await app.db.transaction().execute(async (db) => {
    const is_first = !(await hasLoggedIn(db, candidate.id))
    await linkIdentity(app, db, { user_id: candidate.id, provider, told, how: 'matched', now })
    await app.events.publish(db, 'account.matched', { user_id: candidate.id, is_first })
  })
  return (await findAccount(app.db, candidate.id)) ?? null
}

/**
 * The account of an arrival; if a concurrent request from a second device has just linked or created it, the account
 * from that request.
 */
const ownAccount = async (app: App, arrival: Arrival, now: number): Promise<Known | null> => {
  const linked = await linkedAccount(app, arrival, 'student')
  if (linked) return linked
  try {
    const account = await matchedAccount(app, arrival, now)
    return account && { account, for_staff: false }
  } catch (error) {
    const isLate = error instanceof Refusal && error.reason === 'IDENTITY_TAKEN'
    const meanwhile = isLate ? await linkedAccount(app, arrival, 'student') : null
    if (!meanwhile) throw error
    return meanwhile
  }
}

/** Logs a person known to the provider into the student site, or asks them once who they are here. */
export const enterStudentSite = async (app: App, arrival: Arrival, caller: RequestContext) => {
  const { provider, told, visit } = arrival
  const known = await ownAccount(app, arrival, caller.now)
  if (known)
    return { userinfo: await openStudentSession(app, known.account, caller, byProvider(known, arrival, caller.now)) }
  const ticket = newToken()
  await keepPerson(app.db, visit.id, {
    person: JSON.stringify(told),
    ticket_hash: hashToken(ticket),
    ticket_expires_at: caller.now + ticketMs,
  })
  const { kind, name } = provider
  return {
    adoption: {
      ...{ ticket, expires_in: ticketMs / 1000, kind, provider: name },
      ...{ label: told.label, student_no: told.student_no },
    },
  }
}

type Said = { ticket: string; student_no: string; password: string }

/** Links an identity at its first log-in, by 学号 and password. After five wrong attempts the identity has to wait. */
export const adoptAccount = async (app: App, { ticket, student_no, password }: Said, caller: RequestContext) => {
  const { db } = app
  const { now, address } = caller
  const visit = await findByTicket(db, hashToken(ticket))
  if (!visit?.person || visit.adopted_at !== null || (visit.ticket_expires_at ?? 0) <= now) throw fail('PROVIDER_STATE')
  if (!isSameBrowser(visit, caller)) throw fail('PROVIDER_BROWSER')
  const provider = await openProvider(app, visit.provider_id)
  const { name } = provider
  const told = JSON.parse(visit.person) as Told
  const attempt = {
    subject: `adopt:${provider.id}:${hashToken(told.subject)}`,
    // One count for this identity, whatever device it is used from.
    knownBrowser: 'all',
    ...{ address, now, pause },
  }
  await beginTry(db, attempt)
  const username = (await usernameByNumber(db, student_no.trim())) ?? student_no
  const account = await accountByPassword(app, username, password, caller, { disabledToo: true, isCounted: true })
  await takeTryBack(db, attempt)
  if (account.status !== 'normal') throw fail('ACCOUNT_DISABLED')
  if (!isOnlyStudent(await rolesOf(db, account.id))) throw fail('STAFF_LINK', { name })
  await db.transaction().execute(async (db) => {
    await holdWay(db, account.id, byPassword(account))
    if (!(await useTicketOf(db, visit.id, now))) throw fail('PROVIDER_STATE')
    // A second device of the same person may have linked it a moment ago.
    if ((await findIdentity(db, provider.id, told.subject))?.user_id !== account.id)
      await linkIdentity(app, db, { user_id: account.id, provider, told, how: 'password', now })
  })
  const way = { ...byProvider({ account, for_staff: false }, { provider, told }, now), ...byPassword(account) }
  return { userinfo: await openStudentSession(app, account, caller, way) }
}
