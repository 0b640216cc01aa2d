import type { Input } from '@tongchuang/contract/call.ts'
import { discussions, type Post } from '@tongchuang/contract/discussions.ts'
import { fail, type Language } from '@tongchuang/contract/errors.ts'
import type { App } from '../app-services.ts'
import { cursorBehind } from '../db/paging.ts'
import type { Db } from '../db/schema.ts'
import { faceFor, linkTo } from '../files/cards.ts'
import { implement } from '../http/implement.ts'
import type { Person } from '../http/session.ts'
import { keepPace } from '../http/writing-pace.ts'
import { earn, reverse } from '../ledger/store.ts'
import { filesOf } from '../files/store.ts'
import { pictureIdsOf, withPictures } from '../markdown/pictures.ts'
import { previewOf } from '../markdown/written.ts'
import { statusAt } from '../tasks/rules.ts'
import { findVisibleTask, type VisibleTask } from '../tasks/store.ts'
import { markAnswer } from './answers.ts'
import { firstReplies, listReplies, listRoots, replyOrder, showPost, type PostRow } from './list-store.ts'
import { postFor, type Look } from './present.ts'
import { registerBin } from './bin.ts'
import { registerRenderJob } from './render-later.ts'
import { report } from './reports.ts'
import { closedFor, editOver, mayEdit, movesLedger, undoMs, type Closed } from './rules.ts'
import { atNow, changeVisibility, sayDiscussion, sourceOf } from './post-visibility.ts'
import { listMentionable } from './mention-store.ts'
import {
  allowsAnonymous,
  countUnanswered,
  findPost,
  findReadable,
  hasWritten,
  lockRoot,
  likesOf,
  setLike,
  sweepDeleted,
  type Reader,
  type StoredPost,
} from './store.ts'
import { renderedPost, rewritePost, writePost } from './write.ts'

type Caller = { user_id: number; language: Language; now: number }
type DiscussionContext = {
  task: VisibleTask
  closed: Closed | null
  reader: Reader
  isStaff: boolean
  postFirst: boolean
}

const repliesShown = 3
const sweepSeconds = 600

/** Refuses to write where a discussion can only be read. */
const mustBeOpen = (closed: Closed | null): void => {
  if (closed === 'archived') throw fail('ARCHIVED')
  if (closed) throw fail('DISCUSSION_CLOSED', { closed })
}

/** Calls for members to write and read posts below a task. */
export const discussionRoutes = (app: App): void => {
  registerRenderJob(app)
  registerBin(app)
  app.removal.every('discussions.sweep', sweepSeconds, 'expired', (now) => sweepDeleted(app.db, now - undoMs))
  implement(app, discussions, {
    list: (input, caller) => listPosts(app, input, caller),
    create: (input, caller) => createPost(app, input, caller),
    edit: (input, caller) => editPost(app, input, caller),
    remove: (input, caller) => removePost(app, input, caller),
    like: ({ discussion_id }, caller) => like(app, discussion_id, true, caller),
    unlike: ({ discussion_id }, caller) => like(app, discussion_id, false, caller),
    markAnswer: (input, caller) => markAsAnswer(app, input, caller),
    report: (input, caller) => reportThing(app, input, caller),
    preview: (input, caller) => previewPost(app, input, caller),
    mentionable: (input, caller) => listMentionables(app, input, caller),
  })
}

/** The discussion of a task for one of its members; `NOT_FOUND` for absent and invisible tasks alike. */
const enter = async (db: Db, task_id: number, { user_id, now }: Caller): Promise<DiscussionContext> => {
  const task = await findVisibleTask(db, task_id, user_id)
  if (!task) throw fail('NOT_FOUND')
  const closed = closedFor({ ...task, isScheduled: statusAt(task, now) === 'scheduled' })
  const isStaff = task.member_role !== 'student'
  const postFirst = task.post_first && !isStaff && !(await hasWritten(db, user_id, task_id))
  return { task, closed, isStaff, postFirst, reader: { user_id, sees: postFirst ? 'own' : 'all' } }
}

/** A post its reader may read, with the discussion it is in. */
const find = async (db: Db, id: number, caller: Caller): Promise<{ post: StoredPost; context: DiscussionContext }> => {
  const seen = await findPost(db, id)
  if (!seen) throw fail('NOT_FOUND')
  const context = await enter(db, seen.task_id, caller)
  const post = await findReadable(db, id, context.reader)
  if (!post) throw fail('NOT_FOUND')
  return { post, context }
}

const lookOf = async (
  app: App,
  { closed, isStaff }: DiscussionContext,
  { user_id, language, now }: Caller,
): Promise<Look> => {
  const { levels } = await app.settings()
  return { user_id, language, isStaff, closed: closed !== null, levels, now }
}

const shown = async (app: App, db: Db, id: number, context: DiscussionContext, caller: Caller): Promise<Post> =>
  postFor(app, await showPost(db, id, caller.user_id), await lookOf(app, context, caller))

const thread = (app: App, row: PostRow, replies: readonly PostRow[], look: Look) => {
  const first = replies.slice(0, repliesShown)
  const last = first.at(-1)
  return {
    ...postFor(app, row, look),
    reply_count: row.reply_count,
    replies: first.map((reply) => postFor(app, reply, look)),
    replies_next: last && replies.length > repliesShown ? cursorBehind(last, replyOrder) : null,
  }
}

const like = async (app: App, id: number, isLiked: boolean, caller: Caller) => {
  const at = await atNow(app, caller.now)
  return app.db.transaction().execute(async (db) => {
    const { post, context } = await find(db, id, caller)
    if (context.closed === 'archived') throw fail('ARCHIVED')
    if (post.user_id === caller.user_id) throw fail('SELF')
    if (post.deleted_at !== null) throw fail('NOT_FOUND')
    const changed = await setLike(db, { id, user_id: caller.user_id, like: isLiked, now: caller.now })
    if (changed && movesLedger(post)) {
      const award = { ...sourceOf(post, at), kind: 'liked', actor: caller.user_id } as const
      await (isLiked ? earn(db, award) : reverse(db, award))
    }
    if (changed) await sayDiscussion(db, post, caller.user_id)
    return { liked: isLiked, like_count: await likesOf(db, id) }
  })
}

const listPosts = async (
  app: App,
  { task_id, parent_id, post_id, sort = 'new', ...page }: Input<typeof discussions.list>,
  caller: Person,
) => {
  const { db } = app
  const context = await enter(db, task_id, caller)
  const { task, reader, closed } = context
  const look = await lookOf(app, context, caller)
  const named = parent_id ?? post_id
  const meant = named === undefined ? undefined : await findReadable(db, named, reader)
  if (named !== undefined && meant?.task_id !== task_id) throw fail('NOT_FOUND')
  const found =
    parent_id === undefined
      ? await listRoots(db, { task_id, id: meant && (meant.parent_id ?? meant.id) }, reader, sort, page)
      : await listReplies(db, parent_id, reader, page)
  const ids = parent_id === undefined ? found.list.filter(({ reply_count }) => reply_count > 0).map(({ id }) => id) : []
  const replies = await firstReplies(db, ids, reader, repliesShown)
  return {
    ...found,
    list: found.list.map((row) => thread(app, row, replies.get(row.id) ?? [], look)),
    count: task.discussion_count,
    unanswered: await countUnanswered(db, task_id),
    closed,
    post_first: context.postFirst,
    anonymous_allowed: !context.isStaff && (await allowsAnonymous(db, task.guild_id)),
  }
}

const createPost = async (app: App, { task_id, ...sent }: Input<typeof discussions.create>, caller: Person) => {
  const at = await atNow(app, caller.now)
  const written = await renderedPost(app, { task_id, user_id: caller.user_id }, sent)
  return app.db.transaction().execute(async (db) => {
    const context = await enter(db, task_id, caller)
    const { task, closed, reader, isStaff } = context
    mustBeOpen(closed)
    if (sent.anonymous && (isStaff || !(await allowsAnonymous(db, task.guild_id)))) throw fail('NO_ANONYMOUS')
    const post = await writePost(
      app,
      db,
      { task, user_id: caller.user_id, role: task.member_role },
      { ...sent, written },
      reader,
      at,
    )
    return shown(app, db, post.id, context, caller)
  })
}

const editPost = async (app: App, { discussion_id, ...sent }: Input<typeof discussions.edit>, caller: Person) => {
  const known = await findPost(app.db, discussion_id)
  if (!known) throw fail('NOT_FOUND')
  const written = await renderedPost(app, { task_id: known.task_id, user_id: caller.user_id }, sent, known)
  return app.db.transaction().execute(async (db) => {
    const { post: seen, context } = await find(db, discussion_id, caller)
    if (seen.user_id !== caller.user_id) throw fail('NOT_FOUND')
    mustBeOpen(context.closed)
    // Simultaneous edits are applied one after the other, and each stores the text it replaces.
    const post = await lockRoot(db, discussion_id)
    if (!post || !mayEdit(post, caller.now)) throw fail('EDIT_OVER', editOver)
    // What it said before stays, for staff to read.
    if (post.role === 'student') await keepPace({ limits: app.limits, db }, 'edit', caller)
    await rewritePost(db, context.task, post, { ...sent, written }, caller.now)
    return shown(app, db, discussion_id, context, caller)
  })
}

const removePost = async (
  app: App,
  { discussion_id, undo = false }: Input<typeof discussions.remove>,
  caller: Person,
) => {
  const at = await atNow(app, caller.now)
  return app.db.transaction().execute(async (db) => {
    const post = await findPost(db, discussion_id)
    if (post?.user_id !== caller.user_id || post.hidden_at !== null || post.held_at !== null) throw fail('NOT_FOUND')
    await enter(db, post.task_id, caller)
    if (!undo) {
      await changeVisibility(db, discussion_id, { deleted_at: caller.now }, at, ({ deleted_at }) => deleted_at === null)
      return { deleted: true }
    }
    if (post.deleted_at !== null && caller.now - post.deleted_at > undoMs) throw fail('NOT_FOUND')
    await changeVisibility(db, discussion_id, { deleted_at: null }, at, ({ deleted_at }) => deleted_at !== null)
    return { deleted: false }
  })
}

const markAsAnswer = async (
  app: App,
  { discussion_id, answer = true }: Input<typeof discussions.markAnswer>,
  caller: Person,
) => {
  const at = await atNow(app, caller.now)
  return app.db.transaction().execute(async (db) => {
    const { context } = await find(db, discussion_id, caller)
    if (context.closed === 'archived') throw fail('ARCHIVED')
    const may = (root: StoredPost) => context.isStaff || root.user_id === caller.user_id
    return markAnswer(db, { id: discussion_id, answer, by: caller.user_id, may }, at)
  })
}

const reportThing = async (
  app: App,
  { target, id: target_id, reason, note = '' }: Input<typeof discussions.report>,
  caller: Person,
) => {
  const at = await atNow(app, caller.now)
  await app.db.transaction().execute((db) => {
    const isMember = async (_guild_id: number, task_id: number) =>
      (await findVisibleTask(db, task_id, caller.user_id)) !== undefined
    return report(db, { target, target_id, reporter_id: caller.user_id, reason, note }, isMember, at)
  })
  return { reported: true }
}

const previewPost = async (app: App, { content }: Input<typeof discussions.preview>, { user_id }: Person) => {
  const html = await previewOf(app, { content, person: user_id, post: { names: [] } })
  const own = new Set((await filesOf(app.db, user_id, pictureIdsOf(html))).map(({ id }) => id))
  return { content_html: withPictures(html, (id) => (own.has(id) ? linkTo(app, id, 'public', user_id) : null)) }
}

const listMentionables = async (
  app: App,
  { task_id, keyword = '' }: Input<typeof discussions.mentionable>,
  caller: Person,
) => {
  const { task } = await enter(app.db, task_id, caller)
  const members = await listMentionable(app.db, {
    guild_id: task.guild_id,
    keyword: keyword.trim(),
    but: caller.user_id,
  })
  return members.map(({ member_id, nickname, role, ...face }) => ({
    member_id,
    nickname,
    avatar: faceFor(app, face, caller.user_id),
    role,
  }))
}
