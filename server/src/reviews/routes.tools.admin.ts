import type { Input } from '@tongchuang/contract/call.ts'
import { fail } from '@tongchuang/contract/errors.ts'
import { reviewToolsAdmin } from '@tongchuang/contract/review-tools.admin.ts'
import { byClassName } from '@tongchuang/contract/rules/class-order.ts'
import type { App } from '../app-services.ts'
import { orNotFound } from '../db/or-not-found.ts'
import type { Db } from '../db/schema.ts'
import { iso, ms } from '../db/time.ts'
import { lockGuild } from '../guilds/lock-store.ts'
import { isArchived } from '../guilds/status-store.ts'
import { implement, type Handler } from '../http/implement.ts'
import { invalid } from '../http/problem.ts'
import type { Person } from '../http/session.ts'
import { findVersion, lockForReview } from '../submissions/store.ts'
import {
  addComment,
  changeComment,
  listComments,
  MAX_COMMENTS,
  removeComment,
  type SavedComment,
} from './comment-store.ts'
import { registerCompareJob } from './compare.ts'
import { correct, madeBySame } from './correct.ts'
import { reviewDetail, mustFind, reviewedTask, reviewer, roleIn } from './review-detail.ts'
import { findDraft, putDraft } from './draft-store.ts'
import { person, reviewDraft, saved } from './present.ts'
import { notHandedIn, remindThem } from './missing.ts'
import { registerRescaling } from './rescale.ts'
import { releasedResult } from './store.ts'
import { takeUpBefore } from './take-up-held.ts'
import {
  busyClasses,
  busyGuilds,
  busyTasks,
  listHolders,
  mostBusy,
  openRequests,
  reviewedGuilds,
} from './summary-store.ts'

const commentOf = ({ id, text, guild_id, user_id }: SavedComment, reader: Person) => ({
  id,
  text,
  guild_id,
  mine: user_id === reader.user_id,
})

/** A draft in stored form, with the scale of its score; omitted fields are empty. */
const contentOf = (input: Input<typeof reviewToolsAdmin.saveDraft>, max_score: number): string => {
  const {
    score = null,
    follows = false,
    criteria = [],
    text = '',
    marks = [],
    waive_late = false,
    version = null,
    return_due_at = null,
    hold = null,
    question_points = [],
  } = input
  if (return_due_at !== null) ms(return_due_at)
  const scored = { score, max_score, follows, criteria, question_points }
  return JSON.stringify({ ...scored, text, marks, waive_late, version, return_due_at, hold })
}

/** The tools of a reviewer besides the decisions, over HTTP. */
export const reviewToolsRoutes = (app: App): void => {
  registerCompareJob(app)
  registerRescaling(app)
  implement(app, reviewToolsAdmin, {
    summary: summary(app),
    work: async ({ submit_id }, caller) => reviewDetail(app, app.db, await mustFind(app.db, caller, submit_id), caller),
    saveDraft: saveDraft(app),
    correct: correctResult(app),
    comments: ownComments(app),
    addComment: keepComment(app),
    changeComment: rewriteComment(app),
    removeComment: dropComment(app),
    missing: notHandedIn(app),
    holders: holders(app),
    remind: remindThem(app),
  })
}

const summary =
  (app: App): Handler<typeof reviewToolsAdmin.summary> =>
  async (_input, caller) => {
    const who = reviewer(caller)
    const tasks = await busyTasks(app.db, who)
    // The list of tasks ends somewhere; the numbers do not.
    const counted = tasks.length < mostBusy ? tasks : await busyGuilds(app.db, who)
    const sum = (name: 'waiting' | 'held', of: readonly Record<typeof name, number>[] = counted) =>
      of.reduce((count, one) => count + Number(one[name]), 0)
    const byGuild = Map.groupBy(counted, ({ guild_id }) => guild_id)
    return {
      guilds: (await reviewedGuilds(app.db, who)).map(({ id, name }) => ({
        id,
        name,
        waiting: sum('waiting', byGuild.get(id) ?? []),
      })),
      tasks: tasks.map(({ due_at, waiting, held, ...task }) => ({
        ...task,
        due_at: iso(due_at),
        waiting: Number(waiting),
        held: Number(held),
      })),
      classes: (await busyClasses(app.db, who)).toSorted(byClassName),
      waiting: sum('waiting'),
      held: sum('held'),
      ...(await openRequests(app.db, who)),
    }
  }

const saveDraft =
  (app: App): Handler<typeof reviewToolsAdmin.saveDraft> =>
  async (input, caller) => {
    // The first draft on a held result: it must start from the marks and voices of that result.
    if (input.base_version === 0) await takeUpBefore(app, input.submit_id, caller)
    return app.db.transaction().execute(async (db) => {
      const { item, task } = await mustFind(db, caller, input.submit_id)
      const key = { submission_id: item.id, reviewer_id: caller.user_id }
      const content = contentOf(input, input.max_score ?? task.max_score)
      const kept = await putDraft(db, { ...key, base_version: input.base_version, content, saved_at: caller.now })
      const there = kept ?? (await findDraft(db, key))
      // A retry with the same words after a lost response is not a conflict.
      if (!there || (!kept && there.content !== content))
        throw fail('CONFLICT', there ? { draft: reviewDraft(there, task) } : {})
      const holdsLock = item.reviewer_id === caller.user_id
      const lock = holdsLock ? await lockForReview(db, { ...key, now: caller.now }) : undefined
      return { draft: reviewDraft(there, task), locked_until: iso(lock?.review_until ?? null) }
    })
  }

const correctResult =
  (app: App): Handler<typeof reviewToolsAdmin.correct> =>
  async ({ submit_id, reason, ...given }, caller) => {
    const { timezone: zone } = await app.settings()
    return app.db.transaction().execute(async (db) => {
      const { item } = await mustFind(db, caller, submit_id)
      const role = await roleIn(db, caller.user_id, item.guild_id)
      if (await isArchived(db, item.guild_id)) throw fail('ARCHIVED')
      const earlier = await releasedResult(db, item.id)
      const version = await findVersion(db, item.id)
      if (!earlier || version?.status !== 'released') throw fail('STATE', { state: item.status })
      const { decision, score, max_score, text = earlier.text, without_areas, without_voices } = given
      const correction = { decision, score, max_score, text, reason, without_areas, without_voices }
      const again = await madeBySame(db, earlier, correction, caller)
      if (again) return saved(item.id, earlier, again)
      const judge = { user_id: caller.user_id, role, now: caller.now, zone }
      const { result, state } = await correct(db, earlier, correction, judge)
      // Asked again: a release may have held the task for a minute.
      await roleIn(db, caller.user_id, item.guild_id)
      return saved(item.id, result, state)
    })
  }

const ownComments =
  (app: App): Handler<typeof reviewToolsAdmin.comments> =>
  async ({ guild_id }, caller) => {
    if (guild_id !== undefined) await roleIn(app.db, caller.user_id, guild_id)
    return (await listComments(app.db, caller.user_id, guild_id ?? null)).map((row) => commentOf(row, caller))
  }

/**
 * Stores a comment for oneself, or in a guild for somebody who reviews there. Asked behind the lock: whoever is removed
 * from its staff at this moment shares nothing there any more.
 */
const sharing = <T>(
  app: App,
  guild_id: number | null,
  { user_id }: Person,
  store: (db: Db) => Promise<T>,
): Promise<T> =>
  app.db.transaction().execute(async (db) => {
    if (guild_id !== null) {
      await lockGuild(db, guild_id)
      await roleIn(db, user_id, guild_id)
    }
    return store(db)
  })

const keepComment =
  (app: App): Handler<typeof reviewToolsAdmin.addComment> =>
  async ({ text, guild_id = null }, caller) => {
    const comment = { user_id: caller.user_id, guild_id, text, created_at: caller.now }
    return sharing(app, guild_id, caller, async (db) => {
      const row = await addComment(db, comment)
      if (!row)
        throw invalid(
          'text',
          `常用评语最多${MAX_COMMENTS}条，先删掉一些`,
          `You can keep ${MAX_COMMENTS} comments, remove some first`,
        )
      return commentOf(row, caller)
    })
  }

const rewriteComment =
  (app: App): Handler<typeof reviewToolsAdmin.changeComment> =>
  async ({ id, text, guild_id }, caller) => {
    const changes = { ...(text !== undefined && { text }), ...(guild_id !== undefined && { guild_id }) }
    return sharing(app, guild_id ?? null, caller, async (db) =>
      commentOf(orNotFound(await changeComment(db, { id, user_id: caller.user_id, changes })), caller),
    )
  }

const dropComment =
  (app: App): Handler<typeof reviewToolsAdmin.removeComment> =>
  async ({ id }, caller) => {
    if (!(await removeComment(app.db, id, caller.user_id))) throw fail('NOT_FOUND')
    return { id }
  }

const holders =
  (app: App): Handler<typeof reviewToolsAdmin.holders> =>
  async ({ task_id, who, ...page }, caller) => {
    const task = await reviewedTask(app.db, task_id, caller)
    const found = await listHolders(app.db, task.id, who, page)
    const list = found.list.map((row) => ({
      student: person(row),
      state: row.state,
      accepted_at: iso(row.accepted_at),
      submitted_at: iso(row.submitted_at),
      late: Boolean(row.late),
      submit_id: row.submit_id,
    }))
    return { ...found, list }
  }
