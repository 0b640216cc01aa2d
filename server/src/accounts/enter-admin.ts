import type { RoleKey } from '@tongchuang/contract/accounts.ts'
import { fail } from '@tongchuang/contract/errors.ts'
import type { App } from '../app-services.ts'
import type { Visitor } from '../http/session.ts'
import { holdWay, openAdminSession, type Way } from './login.ts'
import { actingRole } from './rules.ts'
import { beginFactor, challenge, factorOf } from './second-factor.ts'
import { rolesOf, type Account } from './store.ts'

/** Whether a role requires a second factor. */
export const needsFactor = async (app: App, role: RoleKey): Promise<boolean> =>
  role === 'admin' && (await app.settings()).second_factor_required

/** Logs in an account whose password or ticket was right, or which a provider identified: at once, or after a code. */
export const enterAdminSite = async (
  app: App,
  account: Account,
  asked: RoleKey | undefined,
  caller: Visitor,
  // `hasFactor`: the provider states a second factor of its own that the school accepts.
  { hasFactor = false, ...way }: Way & { hasFactor?: boolean },
) => {
  const { db } = app
  const roles = await rolesOf(db, account.id)
  const role = actingRole(roles, asked)
  if (!role) throw fail('ROLE')
  if (hasFactor) return { userinfo: await openAdminSession(app, account, role, roles, caller, way) }
  const { on } = await factorOf(db, account.id)
  const owed = () =>
    db.transaction().execute(async (db) => {
      await holdWay(db, account.id, way)
      return challenge(db, account.id, role, caller.now, way.provider_id)
    })
  if (on) throw fail('FACTOR', await owed())
  if (await needsFactor(app, role))
    throw fail('FACTOR', { ...(await owed()), setup: await beginFactor(app, account, caller.now) })
  return { userinfo: await openAdminSession(app, account, role, roles, caller, way) }
}
