import { discussionsAdmin } from '@tongchuang/contract/discussions.admin.ts'
import { fail } from '@tongchuang/contract/errors.ts'
import type { App } from '../app-services.ts'
import type { Db } from '../db/schema.ts'
import { still } from '../db/still.ts'
import { iso } from '../db/time.ts'
import { mayModerate, type Staff } from '../guilds/rules.ts'
import { isArchived } from '../guilds/status-store.ts'
import { staffOf } from '../guilds/store.ts'
import { implement } from '../http/implement.ts'
import { invalid } from '../http/problem.ts'
import { excerptOf } from '../markdown/render.ts'
import { findTask, setDiscussion } from '../tasks/store.ts'
import { markAnswer } from './answers.ts'
import { postFor, postHtml, type Look } from './present.ts'
import {
  findReport,
  listReported,
  listReportsAbout,
  reportedPosts,
  reportedWorks,
  type Reported,
} from './reports-store.ts'
import { decide, hidePost, restorePost } from './reports.ts'
import { atNow } from './sight.ts'
import { findForStaff, listForStaff, type StaffPostRow } from './staff-store.ts'
import { findPost, listEdits, updatePost, type StoredPost } from './store.ts'
import { writePost } from './write.ts'

type Caller = { user_id: number; now: number }

/** What someone may do in a guild; absent and foreign are the same. */
const mustBeStaff = async (db: Db, user_id: number, guild_id: number): Promise<Staff> => {
  const staff = await staffOf(db, user_id, guild_id)
  if (!staff) throw fail('NOT_FOUND')
  return staff
}

/** 管理讨论: assistants by their switch. */
const mustModerate = async (db: Db, user_id: number, guild_id: number): Promise<void> => {
  if (!mayModerate(await mustBeStaff(db, user_id, guild_id))) throw fail('ROLE')
}

const visibilityOf = ({ hidden_at, held_at }: Pick<StoredPost, 'hidden_at' | 'held_at'>) =>
  hidden_at !== null ? ('hidden' as const) : held_at !== null ? ('held' as const) : ('shown' as const)

/** What staff do about discussions and reports. */
export const discussionAdminRoutes = (app: App): void => {
  const { db } = app
  const lookOf = async ({ user_id, now }: Caller): Promise<Look> => ({
    user_id,
    isStaff: true,
    closed: false,
    levels: (await app.settings()).levels,
    now,
  })

  const staffPost = (row: StaffPostRow, look: Look) => ({
    ...postFor(app, row, look),
    task_id: row.task_id,
    task: row.task,
    guild_id: row.guild_id,
    guild: row.guild,
    writer: {
      user_id: row.user_id,
      nickname: row.nickname,
      real_name: row.real_name,
      student_no: row.student_no ?? '',
    },
    anonymous: row.anonymous,
    reply_count: row.reply_count,
    visibility: visibilityOf(row),
    hidden_reason: row.hidden_reason,
    open_reports: row.open_reports,
    edit_count: row.edit_count,
  })

  /** A post of a guild whose discussions the caller looks after, in a transaction. */
  const moderating = <T>(id: number, caller: Caller, work: (db: Db, post: StoredPost) => Promise<T>): Promise<T> =>
    db.transaction().execute(async (db) => {
      const post = await findPost(db, id)
      if (!post) throw fail('NOT_FOUND')
      await mustModerate(db, caller.user_id, post.guild_id)
      return work(db, post)
    })

  /** Hiding is for safety and never ends; anything else of an archived guild can only be read. */
  const mustBeActive = async (db: Db, guild_id: number): Promise<void> => {
    if (await isArchived(db, guild_id)) throw fail('ARCHIVED')
  }

  const settingOf = (task_id: number, caller: Caller, set: Parameters<typeof setDiscussion>[2]): Promise<void> =>
    db.transaction().execute(async (db) => {
      const task = await findTask(db, task_id)
      if (!task) throw fail('NOT_FOUND')
      await mustModerate(db, caller.user_id, task.guild_id)
      await mustBeActive(db, task.guild_id)
      await setDiscussion(db, task_id, set)
    })

  const visibilityAfter = async (id: number) => {
    const post = await findPost(db, id)
    return { visibility: post ? visibilityOf(post) : ('hidden' as const) }
  }

  const reportRows = async (reported: readonly Reported[], user_id: number) => {
    const idsOf = (target: string) => reported.filter((one) => one.target === target).map(({ target_id }) => target_id)
    const posts = new Map((await reportedPosts(db, idsOf('discussion'))).map((row) => [row.id, row]))
    const works = new Map(
      (await reportedWorks(db, idsOf('submit'))).map((row) => [
        row.id,
        { ...row, anonymous: false, context: row.title },
      ]),
    )
    const said = await listReportsAbout(db, reported)
    return reported.flatMap((one) => {
      const thing = (one.target === 'discussion' ? posts : works).get(one.target_id)
      if (!thing) return []
      const about = said.filter(
        ({ target, target_id, status }) =>
          target === one.target && target_id === one.target_id && status === one.status,
      )
      return [
        {
          ...one,
          content_html: postHtml(app, thing.content_html, user_id),
          writer: {
            user_id: thing.user_id,
            nickname: thing.nickname,
            real_name: thing.real_name,
            student_no: thing.student_no ?? '',
          },
          anonymous: thing.anonymous,
          task_id: thing.task_id,
          task: thing.task,
          context: thing.context === null ? '' : excerptOf(thing.context),
          reports: about.map(({ reason, note, created_at }) => ({ reason, note, created_at: iso(created_at) })),
          created_at: iso(one.created_at),
          decided_at: iso(one.decided_at),
        },
      ]
    })
  }

  implement(app, discussionsAdmin, {
    list: async (
      { guild_id = null, task_id = null, parent_id = null, sort = null, visibility = null, ...page },
      caller,
    ) => {
      if (guild_id !== null) await mustBeStaff(db, caller.user_id, guild_id)
      if (task_id !== null) await mustBeStaff(db, caller.user_id, (await findTask(db, task_id))?.guild_id ?? 0)
      if (parent_id !== null && !(await findForStaff(db, caller.user_id, parent_id))) throw fail('NOT_FOUND')
      const found = await listForStaff(db, caller.user_id, { guild_id, task_id, parent_id, sort, visibility }, page)
      const look = await lookOf(caller)
      return { ...found, list: found.list.map((row) => staffPost(row, look)) }
    },

    history: async ({ discussion_id }, { user_id }) => {
      const post = await findPost(db, discussion_id)
      if (!post) throw fail('NOT_FOUND')
      await mustModerate(db, user_id, post.guild_id)
      const edits = await listEdits(db, discussion_id)
      return edits.map((edit) => ({
        ...edit,
        content_html: postHtml(app, edit.content_html, user_id),
        replaced_at: iso(edit.replaced_at),
      }))
    },

    reply: async ({ task_id, ...sent }, caller) => {
      const at = await atNow(app, caller.now)
      const id = await db.transaction().execute(async (db) => {
        const task = await findTask(db, task_id)
        if (!task) throw fail('NOT_FOUND')
        const { role } = await mustBeStaff(db, caller.user_id, task.guild_id)
        await mustBeActive(db, task.guild_id)
        const reader = { user_id: caller.user_id, sees: 'all' } as const
        return (await writePost(app, db, { task, user_id: caller.user_id, role }, sent, reader, at)).id
      })
      return staffPost(still(await findForStaff(db, caller.user_id, id)), await lookOf(caller))
    },

    pin: ({ discussion_id, pinned }, caller) =>
      moderating(discussion_id, caller, async (db, post) => {
        await mustBeActive(db, post.guild_id)
        if (post.parent_id !== null) throw fail('NOT_FOUND')
        if (post.pinned_at > 0 !== pinned) await updatePost(db, post.id, { pinned_at: pinned ? caller.now : 0 })
        return { pinned }
      }),

    room: async ({ task_id }, { user_id }) => {
      const task = await findTask(db, task_id)
      if (!task) throw fail('NOT_FOUND')
      await mustBeStaff(db, user_id, task.guild_id)
      return { task: task.title, locked: task.discussion_locked_at !== null, post_first: !!task.post_first }
    },

    lock: async ({ task_id, locked }, caller) => {
      await settingOf(task_id, caller, { discussion_locked_at: locked ? caller.now : null })
      return { locked }
    },

    postFirst: async ({ task_id, post_first }, caller) => {
      await settingOf(task_id, caller, { post_first })
      return { post_first }
    },

    hide: async ({ discussion_id, reason }, caller) => {
      const at = await atNow(app, caller.now)
      await moderating(discussion_id, caller, (db) => hidePost(db, discussion_id, { by: caller.user_id, reason }, at))
      return visibilityAfter(discussion_id)
    },

    restore: async ({ discussion_id }, caller) => {
      const at = await atNow(app, caller.now)
      await moderating(discussion_id, caller, (db) => restorePost(db, discussion_id, at))
      return visibilityAfter(discussion_id)
    },

    markAnswer: async ({ discussion_id, answer }, caller) => {
      const at = await atNow(app, caller.now)
      return db.transaction().execute(async (db) => {
        const post = await findPost(db, discussion_id)
        if (!post) throw fail('NOT_FOUND')
        await mustBeStaff(db, caller.user_id, post.guild_id)
        await mustBeActive(db, post.guild_id)
        return markAnswer(db, { id: discussion_id, answer, by: caller.user_id, may: () => true }, at)
      })
    },

    reports: async ({ guild_id = null, status = 'open', ...page }, { user_id }) => {
      if (guild_id !== null) await mustModerate(db, user_id, guild_id)
      const found = await listReported(db, { user_id, guild_id, status }, page)
      return { ...found, list: await reportRows(found.list, user_id) }
    },

    decide: async ({ id, decision, reason = '' }, caller) => {
      if (decision === 'hide' && reason.trim().length < 2)
        throw invalid('reason', '请写明原因，作者会看到', 'Say why; the author reads it')
      const at = await atNow(app, caller.now)
      return db.transaction().execute(async (db) => {
        const report = await findReport(db, id)
        if (!report) throw fail('NOT_FOUND')
        await mustModerate(db, caller.user_id, report.guild_id)
        const answered = await decide(db, report, { hide: decision === 'hide', by: caller.user_id, reason }, at)
        return { status: (await findReport(db, id))?.status ?? 'open', answered }
      })
    },
  })
}
