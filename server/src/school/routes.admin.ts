import type { RoleKey } from '@tongchuang/contract/accounts.ts'
import { auditAdmin } from '@tongchuang/contract/audit.admin.ts'
import { schoolAdmin } from '@tongchuang/contract/school.admin.ts'
import { refusals, refusalText } from '@tongchuang/contract/errors.ts'
import { isKeyOf } from '@tongchuang/contract/is-key-of.ts'
import type { Language } from '@tongchuang/contract/errors.ts'
import { factorOf } from '../accounts/second-factor.ts'
import { findAccount, rolesOf } from '../accounts/store.ts'
import type { App } from '../app-services.ts'
import { orNotFound } from '../db/or-not-found.ts'
import { iso, ms, startOfDay } from '../db/time.ts'
import { faceFor } from '../files/cards.ts'
import { implement } from '../http/implement.ts'
import { anomaliesOf } from './anomalies-store.ts'
import { assistantsSince, leftOff } from './home-reviews-store.ts'
import { dueSoon } from './home-due-store.ts'
import { firstSteps, inboxOf, overdue, waitingWorks } from './home-store.ts'
import { countGuilds, listEntries } from './store.ts'

/** The text of a refusal by its reason; empty for unknown reasons and for sentences with placeholders. */
const saidOf = (outcome: string, language: Language): string => {
  if (!isKeyOf(refusals, outcome)) return ''
  return /\{\w+\}/.test(refusals[outcome].zh) ? '' : refusalText(outcome, {}, language)
}

// Every session of the admin site acts in a staff role; `student` has access to nothing here.
const roleOf = ([role = 'student']: readonly RoleKey[]): RoleKey => role

/** The admin site as a whole: the current user and what waits for them. */
export const schoolAdminRoutes = (app: App): void => {
  const { db } = app
  implement(app, schoolAdmin, {
    me: async (_, { user_id, roles }) => {
      const role = roleOf(roles)
      const [account, granted, factor, { second_factor_required }] = await Promise.all([
        findAccount(db, user_id).then(orNotFound),
        rolesOf(db, user_id),
        factorOf(db, user_id),
        app.settings(),
      ])
      return {
        id: account.id,
        username: account.username,
        nickname: account.nickname,
        avatar: faceFor(app, account, user_id),
        role,
        roleList: granted.filter((key) => key !== 'student'),
        is_student: granted.includes('student'),
        must_change_password: account.must_change_password,
        second_factor: factor.on,
        recovery_left: factor.recovery_left,
        factor_required: role === 'admin' && second_factor_required,
        guilds: await countGuilds(db, user_id, role),
      }
    },

    home: async (_, { user_id, roles, now }) => {
      const role = roleOf(roles)
      const whose = { user_id, role }
      const { checklist_hidden, timezone } = await app.settings()
      const [resume, waiting, due, missing, inbox, assistants, anomalies] = [
        await leftOff(db, whose, now),
        await waitingWorks(db, whose),
        await dueSoon(db, whose, now),
        await overdue(db, whose, now),
        await inboxOf(db, whose),
        await assistantsSince(db, whose, startOfDay(now, timezone)),
        await anomaliesOf(db, whose, now),
      ]
      const steps = role === 'admin' && !checklist_hidden && !app.config.demo ? await firstSteps(db) : null
      return {
        resume: resume && { ...resume, next_at: iso(resume.next_at) },
        waiting: { ...waiting, tasks: waiting.tasks.map((task) => ({ ...task, oldest_at: iso(task.oldest_at) })) },
        due: { ...due, tasks: due.tasks.map((task) => ({ ...task, due_at: iso(task.due_at) })) },
        missing: {
          ...missing,
          people: missing.people.map((one) => ({ ...one, avatar: faceFor(app, one, user_id) })),
        },
        anomalies: anomalies.map((one) => ({ ...one, at: iso(one.at) })),
        assistants,
        ...inbox,
        oldest_appeal_at: iso(inbox.oldest_appeal_at),
        oldest_report_at: iso(inbox.oldest_report_at),
        checklist: steps && Object.values(steps).every(Boolean) ? null : steps,
      }
    },
  })

  implement(app, auditAdmin, {
    list: async ({ from, to, ...filter }, { language }) => {
      const page = await listEntries(db, { ...filter, ...(from && { from: ms(from) }), ...(to && { to: ms(to) }) })
      return {
        ...page,
        list: page.list.map(({ at, username, nickname, guild, task, ...entry }) => ({
          ...entry,
          at: iso(at),
          username: username ?? '',
          nickname: nickname ?? '',
          guild: guild ?? '',
          task: task ?? '',
          refusal: saidOf(entry.outcome, language),
        })),
      }
    },
  })
}
