import { fail } from '@tongchuang/contract/errors.ts'
import { reviewsAdmin } from '@tongchuang/contract/reviews.admin.ts'
import type { App } from '../app-services.ts'
import { orNotFound } from '../db/or-not-found.ts'
import { iso } from '../db/time.ts'
import { isArchived } from '../guilds/status-store.ts'
import { implement, type Handler } from '../http/implement.ts'
import {
  filesOfVersions,
  findByReceipt,
  findVersion,
  holdVersion,
  lockForReview,
  unlockReview,
} from '../submissions/store.ts'
import { countHeldEntered } from '../tasks/entered-store.ts'
import { mustBeThere } from '../tasks/rules.ts'
import { findTask, lockTask } from '../tasks/store.ts'
import { answerAppealOf, answerExtensionOf } from './answers.ts'
import { decide } from './decide.ts'
import { reviewDetail, mustFind, reviewer, roleIn } from './review-detail.ts'
import { dropReviewDraft } from './draft-store.ts'
import { mend, returnedResult } from './mend.ts'
import { appealRow, extensionRow, mendedMark, person, queueRow, saved } from './present.ts'
import { findAppeal, findExtension, findForReview, listAppeals, listExtensions, listQueue } from './queue-store.ts'
import { releaseMs, releaseTask } from './release-task.ts'
import { dropTimed } from './timed/timed-store.ts'
import { isLockedFor } from './rules.ts'
import { criteriaOf, peopleWaiting } from './store.ts'
import { takeUpHeld } from './take-up-held.ts'

/** Reviewing over HTTP: queue, locks, decisions, releases and the two inboxes. */
export const reviewAdminRoutes = (app: App): void =>
  implement(
    app,
    reviewsAdmin,
    {
      mend: mendOf(app),
      queue: queue(app),
      open: open(app),
      leave: leave(app),
      decide: decideOn(app),
      release: releaseHeld(app),
      appeals: appeals(app),
      answerAppeal: answerAppeal(app),
      extensions: extensions(app),
      answerExtension: answerExtension(app),
      findReceipt: receiptOf(app),
    },
    { release: { timeoutMs: releaseMs } },
  )

const queue =
  (app: App): Handler<typeof reviewsAdmin.queue> =>
  async (input, caller) => {
    const page = await listQueue(app.db, reviewer(caller), input)
    return { ...page, list: page.list.map((row) => queueRow(row, caller.user_id, caller.now)) }
  }

const open =
  (app: App): Handler<typeof reviewsAdmin.open> =>
  (input, caller) =>
    app.db.transaction().execute(async (db) => {
      const found = await mustFind(db, caller, input.submit_id)
      const { status, guild_id } = found.item
      // Released works stay readable; only waiting or held ones can be locked.
      if (status !== 'released' && (await isArchived(db, guild_id))) throw fail('ARCHIVED')
      if (status !== 'released') mustBeThere(found.task)
      if (
        status !== 'released' &&
        !(await lockForReview(db, { submission_id: found.item.id, reviewer_id: caller.user_id, now: caller.now }))
      ) {
        const { item } = await mustFind(db, caller, input.submit_id)
        throw isLockedFor(item, caller.user_id, caller.now)
          ? fail('LOCKED_REVIEW', { name: item.reviewer ?? '' })
          : fail('STATE', { state: item.status })
      }
      // Renewing a lock is not a new start: marks and voices erased since stay erased.
      if (found.item.reviewer_id !== caller.user_id)
        await takeUpHeld(db, { submission_id: found.item.id, reviewer_id: caller.user_id })
      return reviewDetail(app, db, await mustFind(db, caller, input.submit_id), caller)
    })

const leave =
  (app: App): Handler<typeof reviewsAdmin.leave> =>
  async (input, caller) => {
    const { item } = await mustFind(app.db, caller, input.submit_id)
    await unlockReview(app.db, { submission_id: item.id, reviewer_id: caller.user_id })
    const version = await findVersion(app.db, item.id)
    return { submit_id: item.id, status: version?.status ?? item.status }
  }

const decideOn =
  (app: App): Handler<typeof reviewsAdmin.decide> =>
  async (input, caller) => {
    const { timezone: zone } = await app.settings()
    return app.db.transaction().execute(async (db) => {
      const { item, task: seen } = await mustFind(db, caller, input.submit_id)
      // Locked until the end: whether results are held is decided here, and a concurrent release of the held ones
      // includes this one.
      const task = orNotFound(await lockTask(db, seen.id))
      // Asked behind the lock, which a release may hold for a minute.
      const role = await roleIn(db, caller.user_id, item.guild_id)
      if (await isArchived(db, item.guild_id)) throw fail('ARCHIVED')
      mustBeThere(task)
      // Serializes with a reviewer who opens it now because this reviewer's lock has expired.
      const version = await holdVersion(db, item.id)
      const isAnothers = version.reviewer_id !== item.reviewer_id
      const holder = isAnothers ? (await mustFind(db, caller, item.id)).item.reviewer : item.reviewer
      const criteria = input.criteria ? await criteriaOf(db, task.id) : []
      const judge = { user_id: caller.user_id, role, now: caller.now, zone, holder: holder ?? '' }
      const { result, state } = await decide(db, { task, criteria, version, given: input, judge })
      await dropReviewDraft(db, { submission_id: item.id, reviewer_id: caller.user_id })
      return saved(item.id, result, state)
    })
  }

const releaseHeld =
  (app: App): Handler<typeof reviewsAdmin.release> =>
  async (input, caller) => {
    const { timezone: zone } = await app.settings()
    return app.db.transaction().execute(async (db) => {
      const seen = await findTask(db, input.task_id)
      if (!seen) throw fail('NOT_FOUND')
      await roleIn(db, caller.user_id, seen.guild_id)
      const only = input.submit_ids ?? null
      // A task has either works or entered results; entered results belong to no work that could be selected.
      const isOffline = seen.channel === 'offline'
      const people = isOffline ? await countHeldEntered(db, seen.id) : await peopleWaiting(db, seen.id, only)
      if (input.preview) return { released: 0, people }
      const act = { actor_id: caller.user_id, now: caller.now, zone }
      // Locked before its results, in the same order as when results are reviewed or typed, and read again: its points
      // may have changed since.
      const task = orNotFound(await lockTask(db, seen.id))
      // Asked again: another release may have held it for a minute.
      await roleIn(db, caller.user_id, task.guild_id)
      const released = await releaseTask(db, task, only, act)
      // Everything is released: no timed release remains, and later results are held again.
      if (only === null) await dropTimed(db, [task.id])
      return { released, people }
    })
  }

const appeals =
  (app: App): Handler<typeof reviewsAdmin.appeals> =>
  async (input, caller) => {
    const page = await listAppeals(app.db, reviewer(caller), input)
    return { ...page, list: page.list.map((row) => appealRow(app, row, caller.user_id)) }
  }

const answerAppeal =
  (app: App): Handler<typeof reviewsAdmin.answerAppeal> =>
  async (input, caller) => {
    const { timezone: zone } = await app.settings()
    return app.db.transaction().execute(async (db) => {
      const item = await findAppeal(db, reviewer(caller), input.id)
      if (!item) throw fail('NOT_FOUND')
      if (item.user_id === caller.user_id) throw fail('OWN_WORK')
      const role = await roleIn(db, caller.user_id, item.guild_id)
      if (await isArchived(db, item.guild_id)) throw fail('ARCHIVED')
      await answerAppealOf(db, item, input, { user_id: caller.user_id, role, now: caller.now, zone })
      return appealRow(app, (await findAppeal(db, reviewer(caller), input.id)) ?? item, caller.user_id)
    })
  }

const extensions =
  (app: App): Handler<typeof reviewsAdmin.extensions> =>
  async (input, caller) => {
    const page = await listExtensions(app.db, reviewer(caller), input)
    return { ...page, list: page.list.map((row) => extensionRow(app, row, caller.user_id)) }
  }

const answerExtension =
  (app: App): Handler<typeof reviewsAdmin.answerExtension> =>
  (input, caller) =>
    app.db.transaction().execute(async (db) => {
      const item = await findExtension(db, reviewer(caller), input.id)
      if (!item) throw fail('NOT_FOUND')
      // Asked as a student, before they became staff of the guild.
      if (item.user_id === caller.user_id) throw fail('OWN_WORK')
      await roleIn(db, caller.user_id, item.guild_id)
      if (await isArchived(db, item.guild_id)) throw fail('ARCHIVED')
      await answerExtensionOf(db, item, input, { user_id: caller.user_id, now: caller.now })
      return extensionRow(app, (await findExtension(db, reviewer(caller), input.id)) ?? item, caller.user_id)
    })

const mendOf =
  (app: App): Handler<typeof reviewsAdmin.mend> =>
  ({ mended, ...mark }, caller) =>
    app.db.transaction().execute(async (db) => {
      const returned = await returnedResult(db, mark.result_id)
      const { guild_id } = orNotFound(await findTask(db, returned.row.task_id))
      await roleIn(db, caller.user_id, guild_id)
      if (returned.row.user_id === caller.user_id) throw fail('OWN_WORK')
      if (await isArchived(db, guild_id)) throw fail('ARCHIVED')
      const by = { mended_by: caller.user_id, role: 'staff' as const, mended_at: caller.now }
      return { mended: (await mend(db, returned, { ...mark, mended }, by)).map(mendedMark) }
    })

const receiptOf =
  (app: App): Handler<typeof reviewsAdmin.findReceipt> =>
  async (input, caller) => {
    const version = await findByReceipt(app.db, input.no.trim().toUpperCase())
    const item = version && (await findForReview(app.db, reviewer(caller), version.id))
    if (!version || !item) throw fail('NOT_FOUND')
    const files = await filesOfVersions(app.db, [version.id])
    return {
      no: version.receipt_no,
      submit_id: version.id,
      student: person(item),
      task_title: item.task_title,
      version: version.version,
      at: iso(version.submitted_at),
      late: version.late,
      sha256: [version.sha256, ...files.map(({ sha256 }) => sha256)],
      files: files.map(({ name, size, sha256 }) => ({ name, size: Number(size), sha256 })),
    }
  }
