import { fail, refusals, refusalText, type Language } from '@tongchuang/contract/errors.ts'
import { isKeyOf } from '@tongchuang/contract/is-key-of.ts'
import { reviewSetsAdmin } from '@tongchuang/contract/review-sets.admin.ts'
import type { App } from '../app-services.ts'
import { iso, ms } from '../db/time.ts'
import { implement, type Handlers } from '../http/implement.ts'
import { invalid } from '../http/problem.ts'
import type { Person } from '../http/session.ts'
import { endHold } from '../tasks/editing/editing-store.ts'
import { inClass } from '../tasks/sets/each-class.ts'
import { lockTask } from '../tasks/store.ts'
import { releaseMs, releaseTask } from './release-task.ts'
import { reviewer } from './review-detail.ts'
import { reviewedMembers, standingsOf, type Standing } from './set-store.ts'
import { orNotFound } from '../db/or-not-found.ts'
import { registerTimedReleases } from './timed/timed-job.ts'
import { dropTimed, setTimed, timedOf } from './timed/timed-store.ts'

const nobody: Standing = {
  people: 0,
  scored: 0,
  returning: 0,
  waiting: 0,
  released: 0,
  returned: 0,
  excused: 0,
  missing: 0,
  parts: [0, 0, 0, 0, 0],
  percents: 0,
}

/** The mean percent over some classes, to a tenth; null without any results. */
const averageOf = (classes: readonly Standing[]): number | null => {
  const results = classes.reduce((sum, { parts }) => sum + parts.reduce((some, one) => some + one, 0), 0)
  const percents = classes.reduce((sum, one) => sum + one.percents, 0)
  return results === 0 ? null : Math.round((percents / results) * 10) / 10
}

type Timed = { release_at: number; follow: boolean; refused: string; is_left: number }

// Read by colleagues of the person who set the time, before it and afterwards.
const left: Readonly<Record<Language, string>> = {
  'zh-CN': '定下时间的人不再批阅这个班的作品',
  'en-US': 'whoever set the time no longer reviews the works of this class',
}

const whyNot = ({ refused, is_left }: Timed, language: Language): { reason: string; text: string } => {
  if (Number(is_left) === 1) return { reason: refused || 'left', text: left[language] }
  return { reason: refused, text: isKeyOf(refusals, refused) ? refusalText(refused, {}, language) : '' }
}

const shownTimed = (timed: Timed | undefined, language: Language) =>
  timed
    ? {
        at: iso(timed.release_at),
        follow: !!timed.follow,
        ...whyNot(timed, language),
      }
    : null

/** The classes of a set whose works the caller reviews; an empty list is treated like an unknown set. */
const mustReview = async (app: App, set_id: number, caller: Person) => {
  const members = await reviewedMembers(app.db, set_id, reviewer(caller))
  if (members.length === 0) throw fail('NOT_FOUND')
  return members
}

/** The requested classes of a set, limited to those whose works the caller reviews. */
const wantedOf = async (app: App, caller: Person, { set_id, task_ids }: { set_id: number; task_ids?: number[] }) =>
  (await mustReview(app, set_id, caller)).filter(({ task_id }) => task_ids === undefined || task_ids.includes(task_id))

type Wanted = Awaited<ReturnType<typeof wantedOf>>[number]

/**
 * Releases one class, or schedules its release, in its own transaction, so that a failure does not roll back the
 * others. Returns the number of released results.
 */
const releaseIn = (
  app: App,
  { task_id, guild_status }: Wanted,
  { at, follow }: { at: number | null; follow: boolean },
  act: { actor_id: number; now: number; zone: string },
): Promise<number> =>
  app.db.transaction().execute(async (db) => {
    if (at !== null) {
      if (guild_status === 'archived') throw fail('ARCHIVED')
      await setTimed(db, { task_ids: [task_id], release_at: at, follow, asked_by: act.actor_id })
      return 0
    }
    // Locked until the end: a review being saved is either found here or sees that results are no longer held.
    const task = orNotFound(await lockTask(db, task_id))
    const released = await releaseTask(db, task, null, act)
    await dropTimed(db, [task_id])
    if (follow) await endHold(db, task, act)
    return released
  })

/** A task of several classes under review. */
export const reviewSetRoutes = (app: App): void => {
  registerTimedReleases(app)
  const handlers: Handlers<typeof reviewSetsAdmin> = {
    standing: async ({ set_id }, caller) => {
      const members = await mustReview(app, set_id, caller)
      const ids = members.map(({ task_id }) => task_id)
      const [standings, timed] = [await standingsOf(app.db, set_id, ids), await timedOf(app.db, ids)]
      return {
        title: members[0]?.title ?? '',
        average: averageOf([...standings.values()]),
        classes: members.map(({ guild_status, ...member }) => {
          const standing = standings.get(member.task_id) ?? nobody
          return {
            ...member,
            ...standing,
            average: averageOf([standing]),
            archived: guild_status === 'archived',
            timed: shownTimed(timed.get(member.task_id), caller.language),
          }
        }),
      }
    },

    release: async ({ set_id, task_ids, follow = false, at }, caller) => {
      const release_at = at === undefined ? null : ms(at)
      if (release_at !== null && release_at <= caller.now)
        throw invalid('at', '请选一个以后的时间', 'Choose a time that is still to come')
      const { timezone: zone } = await app.settings()
      const act = { actor_id: caller.user_id, now: caller.now, zone }
      const classes = []
      for (const one of await wantedOf(app, caller, { set_id, ...(task_ids && { task_ids }) })) {
        const { task_id, guild_id, guild_name } = one
        let released = 0
        const outcome = await inClass({ task_id, guild_id, guild_name }, caller.language, async () => {
          released = await releaseIn(app, one, { at: release_at, follow }, act)
          return { task_id }
        })
        classes.push({ ...outcome, released: outcome.done ? released : 0 })
      }
      return { classes }
    },

    stopRelease: async ({ set_id, task_ids }, caller) => {
      const wanted = await wantedOf(app, caller, { set_id, ...(task_ids && { task_ids }) })
      return {
        stopped: await dropTimed(
          app.db,
          wanted.map(({ task_id }) => task_id),
        ),
      }
    },
  }
  implement(app, reviewSetsAdmin, handlers, { release: { timeoutMs: releaseMs } })
}
