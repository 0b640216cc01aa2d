import { tasks } from '@tongchuang/contract/tasks.ts'
import type { App } from '../app-services.ts'
import { pageOfKeyed } from '../db/paging.ts'
import { iso } from '../db/time.ts'
import { linkTo } from '../files/cards.ts'
import { implement } from '../http/implement.ts'
import type { Person } from '../http/session.ts'
import { abortTask, acceptTask, findAccepted } from './student/accept.ts'
import { listCards, type Viewer } from './student/cards.ts'
import { registerBin } from './clock/bin.ts'
import { registerPutAway } from './clock/put-away.ts'
import { registerTaskJobs } from './clock/task-jobs.ts'
import { countStates, doingOf, filterCards, orderBy, underWayOf } from './student/lists.ts'
import { registerRepricing } from './enrolment/repricing.ts'
import { membershipEvents } from './enrolment/membership.ts'
import type { Enrolment } from './rules.ts'

/** The person viewing tasks, with the school's time zone and level table. */
export const viewerOf = async (app: App, { user_id, now }: Pick<Person, 'user_id' | 'now'>): Promise<Viewer> => {
  const { timezone, levels } = await app.settings()
  return { user_id, now, zone: timezone, levels, coverOf: (file_id) => linkTo(app, file_id, 'public', user_id) }
}

const enrolmentOf = ({ id, task_id, state, round, accepted_at }: Enrolment) => ({
  id,
  task_id,
  state,
  round,
  accepted_at: iso(accepted_at),
})

/**
 * The task calls of a student: lists, accepting and giving up. Also registers the timed jobs and the handlers of
 * events.
 */
export const taskRoutes = (app: App): void => {
  registerTaskJobs(app)
  membershipEvents(app)
  registerBin(app)
  registerPutAway(app)
  registerRepricing(app)
  implement(app, tasks, {
    listByGuild: async (input, caller) => {
      const cards = await listCards(app.db, await viewerOf(app, caller), input.guild_id || null)
      const page = pageOfKeyed(filterCards(cards, input), orderBy(input.sort), input)
      return { ...page, list: page.list.map(({ card }) => card), states: countStates(cards, input) }
    },

    listDoing: async (input, caller) => {
      const cards = await listCards(app.db, await viewerOf(app, caller), input.guild_id || null)
      // Order: returned, then doing by due date, then submitted.
      const page = pageOfKeyed(underWayOf(cards), orderBy('default'), input)
      return { ...page, list: page.list.map((card) => doingOf(card, caller.now)) }
    },

    accept: async ({ id }, caller) => {
      const viewer = await viewerOf(app, caller)
      const accepted = await findAccepted(app.db, id, viewer)
      return enrolmentOf(accepted ?? (await app.db.transaction().execute((db) => acceptTask(db, id, viewer))))
    },

    abort: async ({ id, reason }, caller) =>
      enrolmentOf(
        await app.db.transaction().execute((db) => abortTask({ db, limits: app.limits }, id, caller, reason)),
      ),
  })
}
