import type { Output } from '@tongchuang/contract/call.ts'
import type { providers as calls } from '@tongchuang/contract/providers.ts'
import { fail } from '@tongchuang/contract/errors.ts'
import type { App } from '../app-services.ts'
import { holdAccount } from '../accounts/log-in-store.ts'
import { endSessions, sessionsStillOpen } from '../accounts/sessions.ts'
import { findAccount } from '../accounts/store.ts'
import { hasWaiting } from '../accounts/waiting-passwords.ts'
import { iso } from '../db/time.ts'
import type { Person } from '../http/session.ts'
import { linkIdentity } from './enter.ts'
import { identitiesOf, removeIdentity } from './identities-store.ts'
import { findProvider, listProviders } from './store.ts'
import { arrive, setOut, siteAddressOf, type Site } from './visits.ts'

/**
 * Every enabled provider, and those a person is linked with, with the person's identity there. On the admin site an
 * identity that opens only the student site counts as not linked.
 */
export const ownIdentities = async (
  app: App,
  site: Site,
  { user_id }: Person,
): Promise<Output<typeof calls.identities>> => {
  const [rows, all, base] = await Promise.all([
    listProviders(app.db),
    identitiesOf(app.db, user_id),
    siteAddressOf(app),
  ])
  const own = all.filter(({ for_staff }) => site === 'student' || for_staff)
  return rows.flatMap((row) => {
    const identity = own.find(({ provider_id }) => provider_id === row.id)
    if (!identity && (!row.enabled || base === '')) return []
    return [
      {
        ...{ provider_id: row.id, kind: row.kind, name: row.name, label: identity?.label ?? '' },
        linked_at: iso(identity?.linked_at ?? null),
        used_at: iso(identity?.used_at ?? null),
        down_since: iso(row.down_since),
      },
    ]
  })
}

/** Starts linking an identity for a person whose password was right; returns where to send the browser. */
export const beginLink = async (
  app: App,
  provider_id: number,
  door: Site,
  caller: Person,
): Promise<{ url: string }> => {
  const provider = await findProvider(app.db, provider_id)
  const linked = (await identitiesOf(app.db, caller.user_id)).find((own) => own.provider_id === provider_id)
  // An identity linked as a student must be linked again for the admin site.
  if (provider && linked && (door === 'student' || linked.for_staff))
    throw fail('IDENTITY_TAKEN', { name: provider.name })
  return setOut(app, { provider_id, door, user_id: caller.user_id }, caller)
}

/** Completes the linking after the browser returns: the identity belongs to this person. */
export const finishLink = async (app: App, code: string, door: Site, caller: Person): Promise<{ name: string }> => {
  const { user_id, session_id, now } = caller
  const { provider, told } = await arrive(app, code, { door, user_id }, caller)
  const for_staff = door === 'admin'
  await app.db.transaction().execute(async (db) => {
    await holdAccount(db, { user_id })
    // A reset by staff that came first ended the session, and what was linked with the password before.
    if ((await sessionsStillOpen(db, [session_id], now)).size === 0) throw fail('NO_SESSION')
    if (for_staff) {
      // Replaces the student's link; sessions opened by it are ended.
      if (await removeIdentity(db, user_id, provider.id, { forStudentsOnly: true }))
        await endSessions(db, { user_id, provider_id: provider.id, except: session_id, reason: 'logout', now })
    }
    await linkIdentity(app, db, { user_id, provider, told, how: 'owner', for_staff, now })
  })
  return { name: provider.name }
}

/** Unlinks an identity and ends the sessions it opened on other devices. */
export const endLink = async (app: App, provider_id: number, caller: Person): Promise<Record<string, never>> => {
  const { user_id, session_id, now } = caller
  await app.db.transaction().execute(async (db) => {
    // Serializes with concurrent log-ins and with the removal of other identities: they finish first, or see this
    // change.
    await holdAccount(db, { user_id })
    const account = await findAccount(db, user_id)
    const own = await identitiesOf(db, user_id)
    const isOnly = own.length === 1 && own[0]?.provider_id === provider_id
    const hasPassword = account?.password_hash !== '' || (await hasWaiting(db, user_id))
    if (isOnly && !hasPassword) throw fail('LAST_WAY_IN')
    if (!(await removeIdentity(db, user_id, provider_id))) throw fail('NOT_FOUND')
    await endSessions(db, { user_id, provider_id, except: session_id, reason: 'logout', now })
  })
  return {}
}
