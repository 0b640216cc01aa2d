import { staffAdmin } from '@tongchuang/contract/staff.admin.ts'
import { fail } from '@tongchuang/contract/errors.ts'
import { mustNotBeDeleted } from '../accounts/identity-store.ts'
import { newPassword } from '../accounts/new-password.ts'
import { hashPassword } from '../accounts/passwords.ts'
import { mayBeUsername } from '../accounts/rules.ts'
import { endFactor, factorOf } from '../accounts/second-factor.ts'
import { endSessions } from '../accounts/sessions.ts'
import {
  endSessionsOfRoles,
  hasWorkingAdmin,
  lockAdmins,
  pageOfStaff,
  replaceStaffRoles,
  setStatus,
} from '../accounts/staff-store.ts'
import { createUser, findAccount, rolesOf } from '../accounts/store.ts'
import type { App } from '../app-services.ts'
import type { Db } from '../db/schema.ts'
import { iso } from '../db/time.ts'
import { dropPosts } from '../guilds/people-store.ts'
import { implement } from '../http/implement.ts'
import { forgetSchool } from '../messages/staff-box-store.ts'
import { dropStaffLetters } from '../messages/staff-settings-store.ts'

const staffRoles = ['assistant', 'teacher', 'admin'] as const

/** Staff accounts and their roles; one administrator always remains. */
export const staffRoutes = (app: App): void => {
  const { db } = app

  /** Changes an account; rolls back where no administrator would remain. */
  const keepingAdmin = <T>(user_id: number, work: (db: Db) => Promise<T>): Promise<T> =>
    db.transaction().execute(async (db) => {
      await lockAdmins(db)
      if (!(await findAccount(db, user_id))) throw fail('NOT_FOUND')
      const had = await hasWorkingAdmin(db)
      const done = await work(db)
      if (had && !(await hasWorkingAdmin(db))) throw fail('LAST_ADMIN')
      return done
    })

  implement(app, staffAdmin, {
    list: async (request) => {
      const page = await pageOfStaff(db, request)
      return {
        ...page,
        list: page.list.map(({ last_login_at, ...person }) => ({ ...person, last_login_at: iso(last_login_at) })),
      }
    },

    create: async ({ username, nickname, roles }, { now }) => {
      if (!mayBeUsername(username)) throw fail('NAME_RULE')
      const password = newPassword()
      const password_hash = await hashPassword(password)
      const made = await db
        .transaction()
        .execute((db) =>
          createUser(db, { username, nickname, password_hash, must_change_password: true, created_at: now, roles }),
        )
      if (!made) throw fail('NAME_TAKEN')
      return { user_id: made.id, password }
    },

    setRoles: ({ user_id, roles, seen }, { now }) =>
      keepingAdmin(user_id, async (db) => {
        const had = await rolesOf(db, user_id)
        // Refuses a page with outdated roles, so that it does not undo a concurrent change by another administrator.
        if (seen && staffRoles.some((role) => seen.includes(role) !== had.includes(role))) throw fail('CHANGED')
        const dropAll = async () => {
          if (!roles.includes('teacher') && !roles.includes('admin')) await dropPosts(db, user_id, 'teacher', now)
          if (!roles.includes('assistant')) await dropPosts(db, user_id, 'assistant', now)
        }
        // Guilds are locked before sessions.
        await dropAll()
        const gone = await replaceStaffRoles(db, user_id, roles)
        // Again, for a post given meanwhile: whoever gave it held the role, and this transaction has waited for them.
        await dropAll()
        // Letters name students, and were addressed to the user as staff.
        if (had.some((role) => role !== 'student' && !roles.includes(role))) await dropStaffLetters(db, user_id)
        if (gone.includes('admin')) await forgetSchool(db, user_id)
        await endSessionsOfRoles(db, user_id, gone, now)
        return { roles: await rolesOf(db, user_id) }
      }),

    setDisabled: ({ user_id, disabled }, caller) => {
      if (user_id === caller.user_id) throw fail('OWN_ACCOUNT')
      return keepingAdmin(user_id, async (db) => {
        // Student accounts are managed by their teachers through the roster.
        if ((await rolesOf(db, user_id)).every((role) => role === 'student')) throw fail('NOT_FOUND')
        if (!disabled) await mustNotBeDeleted(db, user_id)
        await setStatus(db, user_id, disabled ? 'disabled' : 'normal')
        if (disabled) await endSessions(db, { user_id, reason: 'disabled', now: caller.now })
        await app.events.publish(db, 'account.status_changed', { user_id })
        return { disabled }
      })
    },

    endFactor: async ({ user_id }, { now }) => {
      if (!(await findAccount(db, user_id))) throw fail('NOT_FOUND')
      const { on } = await factorOf(db, user_id)
      if (!on) return { ended: false }
      await db.transaction().execute(async (db) => {
        await endFactor(db, user_id)
        await endSessions(db, { user_id, reason: 'staff', now })
      })
      return { ended: true }
    },
  })
}
