import { fail } from '@tongchuang/contract/errors.ts'
import { peopleAdmin } from '@tongchuang/contract/people.admin.ts'
import { hasLoggedIn, identityOf, setDisabled, setIdentity, setStudentNo } from '../accounts/identity-store.ts'
import { maskMobile, readStudentNumber } from '../accounts/rules.ts'
import { endSessions } from '../accounts/sessions.ts'
import type { App } from '../app-services.ts'
import type { Db } from '../db/schema.ts'
import { iso } from '../db/time.ts'
import { moveInvitations } from '../guilds/invitations-store.ts'
import { lockGuilds } from '../guilds/lock-store.ts'
import { actorOf, type Actor } from '../guilds/power-rules.ts'
import { takeUp } from '../guilds/power-store.ts'
import { admitMember, endMembership } from '../guilds/store.ts'
import { implement } from '../http/implement.ts'
import { say } from '../http/language.ts'
import { invalid } from '../http/problem.ts'
import { makeSlips } from './new-slips.ts'
import { mustSeeGuild } from './people-access.ts'
import { classesInOrder, studentsInOrder } from './classes-in-order.ts'
import { cameBySchool, findStudent, guildIdsOf, type Student } from './people-store.ts'
import { problemWords } from './problem-rules.ts'
import { removeAccount } from './unused-store.ts'

const shown = ({ status, last_login_at, created_at, email, email_given, mobile, ...student }: Student) => ({
  ...student,
  assists: student.assists === 1,
  email: email_given ? (email ?? '') : '',
  mobile: maskMobile(mobile),
  disabled: status === 'disabled',
  last_login_at: iso(last_login_at),
  created_at: iso(created_at),
})

/** Single students: looked up, corrected, disabled, and two accounts of one person merged. */
export const peopleAdminRoutes = (app: App): void => {
  const mustFind = async (db: Db, viewer: Actor, id: number): Promise<Student> => {
    const found = await findStudent(db, viewer, id)
    if (!found) throw fail('NOT_FOUND')
    return found
  }
  // The account of a student who is also an assistant is disabled and merged as a staff account.
  const mustBeNoStaff = async (db: Db, viewer: Actor, id: number): Promise<Student> => {
    const found = await mustFind(db, viewer, id)
    if (found.assists === 1) throw fail('NOT_FOUND')
    return found
  }

  const { exportList: _, ...here } = peopleAdmin
  implement(app, here, {
    list: async ({ after, page, limit, sort, descending, ...filter }, caller) => {
      await mustSeeGuild(app.db, caller, filter.guild_id)
      const found = await studentsInOrder(app.db, actorOf(caller), filter, { after, page, limit }, { sort, descending })
      return { ...found, list: found.list.map(shown) }
    },

    classes: (_input, caller) => classesInOrder(app.db, actorOf(caller)),

    newSlips: ({ user_ids }, caller) =>
      makeSlips(app, {
        user_ids,
        name: say({ zh: '重发的账号条', en: 'New slips' }, caller.language),
        staff: actorOf(caller),
        now: caller.now,
      }),

    setDisabled: ({ user_id, disabled }, caller) =>
      app.db.transaction().execute(async (db) => {
        const viewer = actorOf(caller)
        await mustBeNoStaff(db, viewer, user_id)
        await setDisabled(db, user_id, disabled)
        if (disabled) await endSessions(db, { user_id, reason: 'disabled', now: caller.now })
        await app.events.publish(db, 'account.status_changed', { user_id })
        // A student who has become staff in the meantime is no longer found, and the transaction is rolled back.
        return shown(await mustBeNoStaff(db, viewer, user_id))
      }),

    correct: ({ user_id, real_name, class_name, student_no }, caller) =>
      app.db.transaction().execute(async (db) => {
        const viewer = actorOf(caller)
        const before = await mustFind(db, viewer, user_id)
        // An existing number may have another form; new numbers must have the form that lists accept.
        if (student_no && student_no.trim() !== before.student_no && !readStudentNumber(student_no).isOne) {
          const { zh, en } = problemWords({ key: 'number_form' })
          throw invalid('student_no', zh, en)
        }
        if (student_no !== undefined && student_no !== before.student_no)
          if (!(await setStudentNo(db, user_id, student_no))) throw fail('NUMBER_TAKEN')
        await setIdentity(db, user_id, {
          ...(real_name === undefined ? {} : { real_name }),
          ...(class_name === undefined ? {} : { organization_name: class_name }),
        })
        return shown(await mustFind(db, viewer, user_id))
      }),

    merge: ({ from_id, into_id }, caller) =>
      app.db.transaction().execute(async (db) => {
        const viewer = actorOf(caller)
        if (from_id === into_id) throw invalid('into_id', '请选两个不同的账号', 'Choose two different accounts')
        const [from, into] = [await mustBeNoStaff(db, viewer, from_id), await mustBeNoStaff(db, viewer, into_id)]
        if (await hasLoggedIn(db, from_id)) throw fail('BOTH_USED')
        const identity = await identityOf(db, from_id)
        const guilds = await guildIdsOf(db, from_id)
        await lockGuilds(db, guilds)
        const isOfTheSchool = await cameBySchool(db, from_id)
        for (const guild_id of guilds)
          await endMembership(db, app.events, { guild_id, user_id: from_id, status: 'removed' })
        await moveInvitations(db, { from_id, into_id, now: caller.now })
        // The owner may log in concurrently, and results may have been entered for them; such an account is not
        // removed.
        if (!(await removeAccount(db, app.database.dialect, from_id))) {
          // A concurrent request has removed it already: `NOT_FOUND`, because it was not used.
          await mustFind(db, viewer, from_id)
          throw fail('BOTH_USED')
        }
        // Data from the school replaces what the owner typed at registration; existing data from the school stays.
        if (from.student_no !== null && into.student_no === null) await setStudentNo(db, into_id, from.student_no)
        if (identity && into.real_name === '') {
          const { email, ...said } = identity
          await setIdentity(db, into_id, { ...said, ...(from.email_given && { email }) })
        }
        for (const guild_id of guilds)
          await admitMember(db, app.events, { guild_id, user_id: into_id, origin: 'school', now: caller.now })
        // A student whom the school brought into a guild stays one of the school’s, with either account.
        if (isOfTheSchool) await takeUp(db, into_id, guilds)
        return shown(await mustFind(db, viewer, into_id))
      }),
  })
}
