import { accountsAdmin } from '@tongchuang/contract/accounts.admin.ts'
import { fail } from '@tongchuang/contract/errors.ts'
import { newPassword } from '../accounts/new-password.ts'
import { hashPassword } from '../accounts/passwords.ts'
import { endSessions } from '../accounts/sessions.ts'
import { setPassword } from '../accounts/store.ts'
import type { App } from '../app-services.ts'
import { actorOf } from '../guilds/power-rules.ts'
import { findInCharge } from '../guilds/power-store.ts'
import { implement } from '../http/implement.ts'

/** What staff do for people who cannot get in. */
export const registrationAdminRoutes = (app: App): void => {
  const { resetPassword } = accountsAdmin
  implement(
    app,
    { resetPassword },
    {
      resetPassword: async ({ user_id }, caller) => {
        const person = await findInCharge(app.db, user_id, actorOf(caller))
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
