import { fail } from '@tongchuang/contract/errors.ts'
import { reviewSetsAdmin } from '@tongchuang/contract/review-sets.admin.ts'
import type { App } from '../app-services.ts'
import { implement } from '../http/implement.ts'
import type { Person } from '../http/session.ts'
import { inClass } from '../tasks/sets/each-class.ts'
import { findTask } from '../tasks/store.ts'
import { releaseTask } from './release-task.ts'
import { reviewer } from './review-detail.ts'
import { reviewedMembers, standingsOf, type Standing } from './set-store.ts'
import { orNotFound } from '../db/or-not-found.ts'

const nobody: Standing = { people: 0, scored: 0, returning: 0, waiting: 0, released: 0, excused: 0, missing: 0 }

/** The classes of a set whose works somebody reviews; none of them is like no such set. */
const mustReview = async (app: App, set_id: number, caller: Person) => {
  const members = await reviewedMembers(app.db, set_id, reviewer(caller))
  if (members.length === 0) throw fail('NOT_FOUND')
  return members
}

/** A task of several classes under review. */
export const reviewSetRoutes = (app: App): void => {
  implement(app, reviewSetsAdmin, {
    standing: async ({ set_id }, caller) => {
      const members = await mustReview(app, set_id, caller)
      const ids = members.map(({ task_id }) => task_id)
      const standings = await standingsOf(app.db, set_id, ids)
      return {
        title: members[0]?.title ?? '',
        classes: members.map(({ guild_status, ...member }) => ({
          ...member,
          ...(standings.get(member.task_id) ?? nobody),
          archived: guild_status === 'archived',
        })),
      }
    },

    release: async ({ set_id, task_ids }, caller) => {
      const members = await mustReview(app, set_id, caller)
      const { timezone: zone } = await app.settings()
      const wanted = members.filter(({ task_id }) => task_ids === undefined || task_ids.includes(task_id))
      const classes = []
      for (const { task_id, guild_id, guild_name } of wanted) {
        let released = 0
        const outcome = await inClass({ task_id, guild_id, guild_name }, caller.language, async () => {
          // Each class in a transaction of its own: one that cannot takes no other back.
          await app.db.transaction().execute(async (db) => {
            const task = orNotFound(await findTask(db, task_id))
            released = await releaseTask(db, task, null, { actor_id: caller.user_id, now: caller.now, zone })
          })
          return { task_id }
        })
        classes.push({ ...outcome, released: outcome.done ? released : 0 })
      }
      return { classes }
    },
  })
}
