import { accountsAdmin } from '@tongchuang/contract/accounts.admin.ts'
import type { RoleKey } from '@tongchuang/contract/accounts.ts'
import { fail } from '@tongchuang/contract/errors.ts'
import type { App } from '../app-services.ts'
import { implement } from '../http/implement.ts'
import { invalid } from '../http/problem.ts'
import type { Visitor } from '../http/session.ts'
import { accountByPassword, openAdminSession } from './login.ts'
import { actingRole } from './rules.ts'
import { endSessions, useTicket } from './sessions.ts'
import { findAccount, rolesOf, type Account } from './store.ts'

/** The admin site's own sessions; giving somebody a password stands in `registration/routes.admin.ts`, which knows the guilds. */
export const accountAdminRoutes = (app: App): void => {
  const { db } = app

  const byTicket = async (ticket: string, now: number): Promise<{ account: Account; role: RoleKey }> => {
    const handedOver = await useTicket(db, ticket, now)
    const account = handedOver && (await findAccount(db, handedOver.user_id))
    if (!account || account.status !== 'normal') throw fail('CREDENTIALS')
    return { account, role: handedOver.role }
  }

  const enter = async (account: Account, asked: RoleKey | undefined, caller: Visitor) => {
    const roles = await rolesOf(db, account.id)
    const role = actingRole(roles, asked)
    if (!role) throw fail('ROLE')
    return { userinfo: await openAdminSession(app, account, role, roles, caller) }
  }

  const { login, logout } = accountsAdmin
  implement(
    app,
    { login, logout },
    {
      login: async ({ username, password, ticket, role }, caller) => {
        if (ticket !== undefined) {
          const handedOver = await byTicket(ticket, caller.now)
          // The role in the address is a hint; the ticket knows which one was chosen.
          return enter(handedOver.account, handedOver.role, caller)
        }
        if (username === undefined || password === undefined) throw invalid('username', '请填写用户名和密码', 'Fill in user name and password')
        return enter(await accountByPassword(app, username, password, caller), role, caller)
      },

      logout: async (_, { user_id, session_id, now }) => {
        if (user_id !== null && session_id !== null) await endSessions(db, { user_id, id: session_id, reason: 'logout', now })
        return {}
      },
    },
  )
}
