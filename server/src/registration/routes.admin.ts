import { accountsAdmin } from '@tongchuang/contract/accounts.admin.ts'
import { fail } from '@tongchuang/contract/errors.ts'
import { newPassword } from '../accounts/new-password.ts'
import { hashPassword } from '../accounts/passwords.ts'
import { endSessions } from '../accounts/sessions.ts'
import { setPassword } from '../accounts/store.ts'
import type { App } from '../app-services.ts'
import { implement } from '../http/implement.ts'
import { findInCharge } from './store.ts'

/** What staff do for people who cannot get in. */
export const registrationAdminRoutes = (app: App): void => {
  const { resetPassword } = accountsAdmin
  implement(
    app,
    { resetPassword },
    {
      resetPassword: async ({ user_id }, caller) => {
        const isAdmin = caller.roles.includes('admin')
        const person = await findInCharge(app.db, user_id, { user_id: caller.user_id, isAdmin })
        if (!person) throw fail('NOT_FOUND')
        const password = newPassword()
        const hash = await hashPassword(password)
        await app.db.transaction().execute(async (db) => {
          await setPassword(db, person.id, hash, true)
          await endSessions(db, { user_id: person.id, reason: 'staff', now: caller.now })
          await app.events.publish(db, 'account.password_set', { user_id: person.id, by: 'staff' })
        })
        return { password }
      },
    },
  )
}
