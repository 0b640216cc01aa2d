import { fail } from '@tongchuang/contract/errors.ts'
import { reviewsAdmin } from '@tongchuang/contract/reviews.admin.ts'
import type { App } from '../app-services.ts'
import type { Db } from '../db/schema.ts'
import { iso } from '../db/time.ts'
import { fileCards, linkTo } from '../files/cards.ts'
import { readyFiles } from '../files/store.ts'
import { mayReview } from '../guilds/rules.ts'
import { staffOf } from '../guilds/store.ts'
import { implement } from '../http/implement.ts'
import type { Person } from '../http/session.ts'
import { withPictures } from '../markdown/render.ts'
import { filesOfVersions, findByReceipt, findVersion, lockForReview, unlockReview, versionsOf } from '../submissions/store.ts'
import { lateDeduction, type Task } from '../tasks/rules.ts'
import { findTask } from '../tasks/store.ts'
import { answerAppealOf, answerExtensionOf } from './answers.ts'
import { decide } from './decide.ts'
import { appealRow, extensionRow, feedback, person, queueRow, saved } from './present.ts'
import { findAppeal, findExtension, findForReview, listAppeals, listExtensions, listQueue, type QueueItem } from './queue.ts'
import { release } from './release.ts'
import { isLockedFor } from './rules.ts'
import { answersOf, criteriaOf, heldResults, peopleWaiting } from './store.ts'

type Reviewer = { user_id: number; isAdmin: boolean }
const reviewer = ({ user_id, roles }: Person): Reviewer => ({ user_id, isAdmin: roles.includes('admin') })

/** The work of a student whose reviews are one's own to write; absent and foreign are the same. */
const mustFind = async (db: Db, caller: Person, submit_id: number): Promise<{ item: QueueItem; task: Task }> => {
  const item = await findForReview(db, reviewer(caller), submit_id)
  const task = item && item.status !== 'withdrawn' ? await findTask(db, item.task_id) : undefined
  if (!item || !task) throw fail('NOT_FOUND')
  if (item.user_id === caller.user_id) throw fail('OWN_WORK')
  return { item, task }
}

/** In which role somebody reviews in a guild; NOT_FOUND for everybody who does not. */
const roleIn = async (db: Db, user_id: number, guild_id: number) => {
  const staff = await staffOf(db, user_id, guild_id)
  if (!staff || !mayReview(staff)) throw fail('NOT_FOUND')
  return staff.role
}

/** Everything the review desk shows of a work. */
const deskOf = async (app: App, db: Db, { item, task }: { item: QueueItem; task: Task }, { user_id, now }: Person) => {
  const version = await findVersion(db, item.id)
  if (!version) throw fail('NOT_FOUND')
  const [files, versions, criteria, answers] = [
    await filesOfVersions(db, [version.id]),
    await versionsOf(db, version.enrolment_id),
    await criteriaOf(db, task.id),
    await answersOf(db, version.enrolment_id),
  ]
  const rows = await readyFiles(
    db,
    files.map(({ file_id }) => file_id),
  )
  const own = new Set(rows.map(({ id }) => id))
  return {
    ...queueRow(item, user_id, now),
    locked_until: iso(version.review_until ?? now),
    content: version.content,
    content_html: withPictures(version.content_html, (id) => (own.has(id) ? linkTo(app, id, 'original', user_id) : null)),
    files: fileCards(app, rows, user_id),
    links: JSON.parse(version.links) as string[],
    answers: JSON.parse(version.answers) as Record<string, string | number | string[]>,
    questions: JSON.parse(task.questions) as [],
    criteria,
    max_score: task.max_score,
    pass_line: task.pass_line,
    scored: task.scored,
    hold: task.hold,
    late_rule: task.late_rule,
    late_deduction: lateDeduction(task, version.due_at, version.submitted_at),
    versions: versions
      .filter(({ status }) => status !== 'withdrawn')
      .map((one) => ({ submit_id: one.id, version: one.version, submitted_at: iso(one.submitted_at), late: one.late, status: one.status })),
    feedback: answers.map(feedback),
  }
}

/** The review desk over HTTP: queue, locks, decisions, releases and the two inboxes. */
export const reviewAdminRoutes = (app: App): void =>
  implement(app, reviewsAdmin, {
    queue: async (input, caller) => {
      const page = await listQueue(app.db, reviewer(caller), input)
      return { ...page, list: page.list.map((row) => queueRow(row, caller.user_id, caller.now)) }
    },

    open: (input, caller) =>
      app.db.transaction().execute(async (db) => {
        const found = await mustFind(db, caller, input.submit_id)
        const { status } = found.item
        // What is released stays readable; only what waits, or is held, can be locked.
        if (status !== 'released' && !(await lockForReview(db, { submission_id: found.item.id, reviewer_id: caller.user_id, now: caller.now }))) {
          const { item } = await mustFind(db, caller, input.submit_id)
          throw isLockedFor(item, caller.user_id, caller.now) ? fail('LOCKED_REVIEW', { name: item.reviewer ?? '' }) : fail('STATE', { state: item.status })
        }
        return deskOf(app, db, await mustFind(db, caller, input.submit_id), caller)
      }),

    leave: async (input, caller) => {
      const { item } = await mustFind(app.db, caller, input.submit_id)
      await unlockReview(app.db, { submission_id: item.id, reviewer_id: caller.user_id })
      const version = await findVersion(app.db, item.id)
      return { submit_id: item.id, status: version?.status ?? item.status }
    },

    decide: async (input, caller) => {
      const { timezone: zone } = await app.settings()
      return app.db.transaction().execute(async (db) => {
        const { item, task } = await mustFind(db, caller, input.submit_id)
        const role = await roleIn(db, caller.user_id, item.guild_id)
        const version = await findVersion(db, item.id)
        if (!version) throw fail('NOT_FOUND')
        const criteria = input.criteria ? await criteriaOf(db, task.id) : []
        const judge = { user_id: caller.user_id, role, now: caller.now, zone, holder: item.reviewer ?? '' }
        const { result, state } = await decide(db, { task, criteria, version, given: input, judge })
        return saved(result, state)
      })
    },

    release: async (input, caller) => {
      const { timezone: zone } = await app.settings()
      return app.db.transaction().execute(async (db) => {
        const task = await findTask(db, input.task_id)
        if (!task) throw fail('NOT_FOUND')
        await roleIn(db, caller.user_id, task.guild_id)
        const only = input.submit_ids ?? null
        const people = await peopleWaiting(db, task.id, only)
        if (input.preview) return { released: 0, people }
        let released = 0
        for (const result of await heldResults(db, task.id, only)) {
          if (await release(db, task, result, { actor_id: caller.user_id, now: caller.now, zone })) released += 1
        }
        return { released, people }
      })
    },

    appeals: async (input, caller) => {
      const page = await listAppeals(app.db, reviewer(caller), input)
      return { ...page, list: page.list.map(appealRow) }
    },

    answerAppeal: async (input, caller) => {
      const { timezone: zone } = await app.settings()
      return app.db.transaction().execute(async (db) => {
        const item = await findAppeal(db, reviewer(caller), input.id)
        if (!item) throw fail('NOT_FOUND')
        if (item.user_id === caller.user_id) throw fail('OWN_WORK')
        const role = await roleIn(db, caller.user_id, item.guild_id)
        await answerAppealOf(db, item, input, { user_id: caller.user_id, role, now: caller.now, zone })
        return appealRow((await findAppeal(db, reviewer(caller), input.id)) ?? item)
      })
    },

    extensions: async (input, caller) => {
      const page = await listExtensions(app.db, reviewer(caller), input)
      return { ...page, list: page.list.map(extensionRow) }
    },

    answerExtension: (input, caller) =>
      app.db.transaction().execute(async (db) => {
        const item = await findExtension(db, reviewer(caller), input.id)
        if (!item) throw fail('NOT_FOUND')
        await roleIn(db, caller.user_id, item.guild_id)
        await answerExtensionOf(db, item, input, { user_id: caller.user_id, now: caller.now })
        return extensionRow((await findExtension(db, reviewer(caller), input.id)) ?? item)
      }),

    findReceipt: async (input, caller) => {
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
    },
  })
