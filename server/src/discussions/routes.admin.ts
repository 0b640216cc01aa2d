import type { Input } from '@tongchuang/contract/call.ts'
import { discussionsAdmin } from '@tongchuang/contract/discussions.admin.ts'
import { fail, type Language } from '@tongchuang/contract/errors.ts'
import type { App } from '../app-services.ts'
import type { Db } from '../db/schema.ts'
import { orNotFound } from '../db/or-not-found.ts'
import { iso } from '../db/time.ts'
import { mayModerate, type Staff } from '../guilds/rules.ts'
import { isArchived } from '../guilds/status-store.ts'
import { staffOf } from '../guilds/scope-store.ts'
import { implement } from '../http/implement.ts'
import { invalid } from '../http/problem.ts'
import type { Person } from '../http/session.ts'
import { findTask, setDiscussion } from '../tasks/store.ts'
import { markAnswer } from './answers.ts'
import { postFor, postHtml, type Look } from './present.ts'
import { findReport, listReported } from './reports-store.ts'
import { decide, hidePost, restorePost } from './reports.ts'
import { atNow } from './post-visibility.ts'
import { findForStaff, listForStaff, type StaffPostRow } from './staff-store.ts'
import { findPost, listEdits, updatePost, type StoredPost } from './store.ts'
import { renderedPost, writePost } from './write.ts'
import { reportRows } from './report-rows.ts'

type Caller = { user_id: number; language: Language; now: number }

/** The caller's part among the staff of a guild; `NOT_FOUND` for absent and foreign guilds alike. */
const mustBeStaff = async (db: Db, user_id: number, guild_id: number): Promise<Staff> => {
  const staff = await staffOf(db, user_id, guild_id)
  if (!staff) throw fail('NOT_FOUND')
  return staff
}

/** Requires 管理讨论, which assistants have by their switch. */
const mustModerate = async (db: Db, user_id: number, guild_id: number): Promise<void> => {
  if (!mayModerate(await mustBeStaff(db, user_id, guild_id))) throw fail('ROLE')
}

const visibilityOf = ({ hidden_at, held_at }: Pick<StoredPost, 'hidden_at' | 'held_at'>) =>
  hidden_at !== null ? ('hidden' as const) : held_at !== null ? ('held' as const) : ('shown' as const)

/** Calls for staff about discussions and reports. */
export const discussionAdminRoutes = (app: App): void => {
  implement(app, discussionsAdmin, {
    list: (input, caller) => listPosts(app, input, caller),
    history: (input, caller) => listHistory(app, input, caller),
    reply: (input, caller) => replyTo(app, input, caller),
    pin: (input, caller) => pinPost(app, input, caller),
    settings: (input, caller) => findDiscussionSettings(app, input, caller),
    lock: (input, caller) => lockDiscussion(app, input, caller),
    postFirst: (input, caller) => askPostFirst(app, input, caller),
    hide: (input, caller) => hide(app, input, caller),
    restore: (input, caller) => restore(app, input, caller),
    markAnswer: (input, caller) => markAsAnswer(app, input, caller),
    reports: (input, caller) => listReports(app, input, caller),
    decide: (input, caller) => decideReport(app, input, caller),
  })
}

const lookOf = async (app: App, { user_id, language, now }: Caller): Promise<Look> => ({
  user_id,
  language,
  isStaff: true,
  closed: false,
  levels: (await app.settings()).levels,
  now,
})

const staffPost = (app: App, row: StaffPostRow, look: Look) => ({
  ...postFor(app, row, look),
  task_id: row.task_id,
  task: row.task,
  guild_id: row.guild_id,
  guild: row.guild,
  writer: { user_id: row.user_id, nickname: row.nickname, real_name: row.real_name, student_no: row.student_no ?? '' },
  anonymous: row.anonymous,
  reply_count: row.reply_count,
  visibility: visibilityOf(row),
  hidden_reason: row.hidden_reason,
  open_reports: row.open_reports,
  edit_count: row.edit_count,
})

/**
 * Runs work in a transaction on a post of a guild whose discussions the caller moderates. Asked again at its end: a
 * release of the whole class may have held the task for a minute.
 */
const moderating = <T>(
  db: Db,
  id: number,
  caller: Caller,
  work: (db: Db, post: StoredPost) => Promise<T>,
): Promise<T> =>
  db.transaction().execute(async (db) => {
    const post = await findPost(db, id)
    if (!post) throw fail('NOT_FOUND')
    await mustModerate(db, caller.user_id, post.guild_id)
    const done = await work(db, post)
    await mustModerate(db, caller.user_id, post.guild_id)
    return done
  })

/** Hiding is for safety and always possible; everything else in an archived guild is read-only. */
const mustBeActive = async (db: Db, guild_id: number): Promise<void> => {
  if (await isArchived(db, guild_id)) throw fail('ARCHIVED')
}

const settingOf = (db: Db, task_id: number, caller: Caller, set: Parameters<typeof setDiscussion>[2]): Promise<void> =>
  db.transaction().execute(async (db) => {
    const task = await findTask(db, task_id)
    if (!task) throw fail('NOT_FOUND')
    await mustModerate(db, caller.user_id, task.guild_id)
    await mustBeActive(db, task.guild_id)
    await setDiscussion(db, task_id, set)
    // Asked again: a release may have held the task for a minute.
    await mustModerate(db, caller.user_id, task.guild_id)
  })

const visibilityAfter = async (db: Db, id: number) => {
  const post = await findPost(db, id)
  return { visibility: post ? visibilityOf(post) : ('hidden' as const) }
}

const listPosts = async (
  app: App,
  { guild_id, task_id, parent_id, post_id, sort, visibility, ...page }: Input<typeof discussionsAdmin.list>,
  caller: Person,
) => {
  const { db } = app
  if (guild_id !== undefined) await mustBeStaff(db, caller.user_id, guild_id)
  if (task_id !== undefined) await mustBeStaff(db, caller.user_id, (await findTask(db, task_id))?.guild_id ?? 0)
  if (parent_id !== undefined && !(await findForStaff(db, caller.user_id, parent_id))) throw fail('NOT_FOUND')
  const filter = {
    guild_id: guild_id ?? null,
    task_id: task_id ?? null,
    parent_id: parent_id ?? null,
    post_id: post_id ?? null,
    sort: sort ?? null,
    visibility: visibility ?? null,
  }
  const found = await listForStaff(db, caller.user_id, filter, page)
  const look = await lookOf(app, caller)
  return { ...found, list: found.list.map((row) => staffPost(app, row, look)) }
}

const listHistory = async (
  app: App,
  { discussion_id }: Input<typeof discussionsAdmin.history>,
  { user_id }: Person,
) => {
  const { db } = app
  const post = await findPost(db, discussion_id)
  if (!post) throw fail('NOT_FOUND')
  await mustModerate(db, user_id, post.guild_id)
  const edits = await listEdits(db, discussion_id)
  return edits.map((edit) => ({
    ...edit,
    content_html: postHtml(app, edit.content_html, { user_id, knowsNames: true }),
    replaced_at: iso(edit.replaced_at),
  }))
}

const replyTo = async (app: App, { task_id, ...sent }: Input<typeof discussionsAdmin.reply>, caller: Person) => {
  const { db } = app
  const at = await atNow(app, caller.now)
  const written = await renderedPost(app, { task_id, user_id: caller.user_id }, sent)
  const id = await db.transaction().execute(async (db) => {
    const task = await findTask(db, task_id)
    if (!task) throw fail('NOT_FOUND')
    const { role } = await mustBeStaff(db, caller.user_id, task.guild_id)
    await mustBeActive(db, task.guild_id)
    const reader = { user_id: caller.user_id, sees: 'all' } as const
    const post = await writePost(app, db, { task, user_id: caller.user_id, role }, { ...sent, written }, reader, at)
    // Asked again: a release may have held the task for a minute.
    await mustBeStaff(db, caller.user_id, task.guild_id)
    return post.id
  })
  return staffPost(app, orNotFound(await findForStaff(db, caller.user_id, id)), await lookOf(app, caller))
}

const pinPost = (app: App, { discussion_id, pinned }: Input<typeof discussionsAdmin.pin>, caller: Person) =>
  moderating(app.db, discussion_id, caller, async (db, post) => {
    await mustBeActive(db, post.guild_id)
    if (post.parent_id !== null) throw fail('NOT_FOUND')
    if (post.pinned_at > 0 !== pinned) await updatePost(db, post.id, { pinned_at: pinned ? caller.now : 0 })
    return { pinned }
  })

const findDiscussionSettings = async (
  app: App,
  { task_id }: Input<typeof discussionsAdmin.settings>,
  { user_id }: Person,
) => {
  const { db } = app
  const task = await findTask(db, task_id)
  if (!task) throw fail('NOT_FOUND')
  await mustBeStaff(db, user_id, task.guild_id)
  return { task: task.title, locked: task.discussion_locked_at !== null, post_first: !!task.post_first }
}

const lockDiscussion = async (app: App, { task_id, locked }: Input<typeof discussionsAdmin.lock>, caller: Person) => {
  const { db } = app
  await settingOf(db, task_id, caller, { discussion_locked_at: locked ? caller.now : null })
  return { locked }
}

const askPostFirst = async (
  app: App,
  { task_id, post_first }: Input<typeof discussionsAdmin.postFirst>,
  caller: Person,
) => {
  const { db } = app
  await settingOf(db, task_id, caller, { post_first })
  return { post_first }
}

const hide = async (app: App, { discussion_id, reason }: Input<typeof discussionsAdmin.hide>, caller: Person) => {
  const { db } = app
  const at = await atNow(app, caller.now)
  await moderating(db, discussion_id, caller, (db) => hidePost(db, discussion_id, { by: caller.user_id, reason }, at))
  return visibilityAfter(db, discussion_id)
}

const restore = async (app: App, { discussion_id }: Input<typeof discussionsAdmin.restore>, caller: Person) => {
  const { db } = app
  const at = await atNow(app, caller.now)
  await moderating(db, discussion_id, caller, (db) => restorePost(db, discussion_id, at))
  return visibilityAfter(db, discussion_id)
}

const markAsAnswer = async (
  app: App,
  { discussion_id, answer }: Input<typeof discussionsAdmin.markAnswer>,
  caller: Person,
) => {
  const { db } = app
  const at = await atNow(app, caller.now)
  return db.transaction().execute(async (db) => {
    const post = await findPost(db, discussion_id)
    if (!post) throw fail('NOT_FOUND')
    await mustBeStaff(db, caller.user_id, post.guild_id)
    await mustBeActive(db, post.guild_id)
    return markAnswer(db, { id: discussion_id, answer, by: caller.user_id, may: () => true }, at)
  })
}

const listReports = async (
  app: App,
  { guild_id, status = 'open', ...page }: Input<typeof discussionsAdmin.reports>,
  { user_id }: Person,
) => {
  const { db } = app
  if (guild_id !== undefined) await mustModerate(db, user_id, guild_id)
  const found = await listReported(db, { user_id, guild_id: guild_id ?? null, status }, page)
  return { ...found, list: await reportRows(app, found.list, user_id) }
}

const decideReport = async (
  app: App,
  { id, decision, reason = '' }: Input<typeof discussionsAdmin.decide>,
  caller: Person,
) => {
  const { db } = app
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
}
