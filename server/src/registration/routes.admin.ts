import { accountsAdmin } from '@tongchuang/contract/accounts.admin.ts'
import { fail } from '@tongchuang/contract/errors.ts'
import { mobileKey } from '../accounts/keys.ts'
import { newPassword } from '../accounts/new-password.ts'
import { hashPassword } from '../accounts/passwords.ts'
import { maskMobile } from '../accounts/rules.ts'
import { endSessions } from '../accounts/sessions.ts'
import { setMobile, setPassword } from '../accounts/store.ts'
import type { App } from '../app-services.ts'
import { actorOf } from '../guilds/power-rules.ts'
import { findInCharge } from '../guilds/power-store.ts'
import { implement } from '../http/implement.ts'
import { invalid } from '../http/problem.ts'
import { endOtherWaysIn } from '../providers/other-ways-in.ts'

/** Calls with which staff help people who cannot log in. */
export const registrationAdminRoutes = (app: App): void => {
  const { resetPassword, confirmMobile } = accountsAdmin
  implement(
    app,
    { resetPassword, confirmMobile },
    {
      resetPassword: async ({ user_id }, caller) => {
        const person = await findInCharge(app.db, user_id, actorOf(caller))
        if (!person) throw fail('NOT_FOUND')
        const password = newPassword()
        const hash = await hashPassword(password)
        await app.db.transaction().execute(async (db) => {
          await setPassword(db, person.id, hash, true)
          // Checked again: while the password was hashed, the person may have left the guild or become staff; then
          // nothing is changed.
          if (!(await findInCharge(db, person.id, actorOf(caller)))) throw fail('NOT_FOUND')
          await endOtherWaysIn(db, person.id, app.mail)
          await endSessions(db, { user_id: person.id, reason: 'staff', now: caller.now })
          await app.events.publish(db, 'account.password_set', {
            ...{ user_id: person.id, by: 'staff', at: caller.now },
          })
        })
        return { password }
      },

      confirmMobile: async ({ user_id, mobile }, caller) => {
        const number = mobile === null ? null : mobileKey(mobile.trim())
        if (mobile !== null && number === null) throw invalid('mobile', '手机号不对', 'This is not a mobile number')
        await app.db.transaction().execute(async (db) => {
          const person = await findInCharge(db, user_id, actorOf(caller))
          if (!person) throw fail('NOT_FOUND')
          if (!(await setMobile(db, person.id, number))) throw fail('MOBILE_TAKEN')
          // A number is a log-in name, so it is checked again that the person has not become staff while this
          // transaction waited.
          if (!(await findInCharge(db, person.id, actorOf(caller)))) throw fail('NOT_FOUND')
          await app.events.publish(db, 'account.mobile_set', { user_id: person.id, mobile: maskMobile(number) })
        })
        return { mobile: maskMobile(number) }
      },
    },
  )
}
