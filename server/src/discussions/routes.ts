import { discussions, type Post } from '@tongchuang/contract/discussions.ts'
import { fail } from '@tongchuang/contract/errors.ts'
import type { App } from '../app-services.ts'
import { cursorBehind } from '../db/paging.ts'
import type { Db } from '../db/schema.ts'
import { linkTo } from '../files/cards.ts'
import { implement } from '../http/implement.ts'
import { renderPost } from '../markdown/post.ts'
import { earn, reverse } from '../ledger/store.ts'
import { filesOf } from '../files/store.ts'
import { pictureIdsOf, withPictures } from '../markdown/render.ts'
import { statusAt } from '../tasks/rules.ts'
import { findVisibleTask, type VisibleTask } from '../tasks/store.ts'
import { markAnswer } from './answers.ts'
import { firstReplies, listReplies, listRoots, replyOrder, showPost, type PostRow } from './list-store.ts'
import { postFor, type Look } from './present.ts'
import { report } from './reports.ts'
import { closedFor, mayEdit, undoMs, type Closed } from './rules.ts'
import { atNow, changeSight, sayDiscussion, sourceOf } from './sight.ts'
import {
  allowsAnonymous,
  countUnanswered,
  findPost,
  findReadable,
  hasWritten,
  holdRoot,
  likesOf,
  listMentionable,
  setLike,
  sweepDeleted,
  type Reader,
  type StoredPost,
} from './store.ts'
import { rewritePost, writePost } from './write.ts'

type Caller = { user_id: number; now: number }
type Room = { task: VisibleTask; closed: Closed | null; reader: Reader; isStaff: boolean; postFirst: boolean }

const repliesShown = 3
const sweepSeconds = 600

/** Refuses to write where a discussion can only be read. */
const mustBeOpen = (closed: Closed | null): void => {
  if (closed === 'archived') throw fail('ARCHIVED')
  if (closed) throw fail('DISCUSSION_CLOSED', { closed })
}

/** What members write and read below a task. */
export const discussionRoutes = (app: App): void => {
  app.jobs.every('discussions.sweep', sweepSeconds, (now) => sweepDeleted(app.db, now - undoMs))

  /** The discussion of a task as one of its members meets it; absent and foreign are the same. */
  const enter = async (db: Db, task_id: number, { user_id, now }: Caller): Promise<Room> => {
    const task = await findVisibleTask(db, task_id, user_id)
    if (!task) throw fail('NOT_FOUND')
    const closed = closedFor({ ...task, isScheduled: statusAt(task, now) === 'scheduled' })
    const isStaff = task.member_role !== 'student'
    const postFirst = task.post_first && !isStaff && !(await hasWritten(db, user_id, task_id))
    return { task, closed, isStaff, postFirst, reader: { user_id, sees: postFirst ? 'own' : 'all' } }
  }

  /** A post its reader may read, with the room it is in. */
  const find = async (db: Db, id: number, caller: Caller): Promise<{ post: StoredPost; room: Room }> => {
    const seen = await findPost(db, id)
    if (!seen) throw fail('NOT_FOUND')
    const room = await enter(db, seen.task_id, caller)
    const post = await findReadable(db, id, room.reader)
    if (!post) throw fail('NOT_FOUND')
    return { post, room }
  }

  const lookOf = async ({ closed, isStaff }: Room, { user_id, now }: Caller): Promise<Look> => {
    const { levels } = await app.settings()
    return { user_id, isStaff, closed: closed !== null, levels, now }
  }

  const shown = async (db: Db, id: number, room: Room, caller: Caller): Promise<Post> =>
    postFor(app, await showPost(db, id, caller.user_id), await lookOf(room, caller))

  const thread = (row: PostRow, replies: readonly PostRow[], look: Look) => {
    const first = replies.slice(0, repliesShown)
    const last = first.at(-1)
    return {
      ...postFor(app, row, look),
      reply_count: row.reply_count,
      replies: first.map((reply) => postFor(app, reply, look)),
      replies_next: last && replies.length > repliesShown ? cursorBehind(last, replyOrder) : null,
    }
  }

  const like = async (id: number, isLiked: boolean, caller: Caller) => {
    const at = await atNow(app, caller.now)
    return app.db.transaction().execute(async (db) => {
      const { post, room } = await find(db, id, caller)
      if (room.closed === 'archived') throw fail('ARCHIVED')
      if (post.user_id === caller.user_id) throw fail('SELF')
      if (post.deleted_at !== null) throw fail('NOT_FOUND')
      const changed = await setLike(db, { id, user_id: caller.user_id, like: isLiked, now: caller.now })
      if (changed && post.role === 'student') {
        const award = { ...sourceOf(post, at), kind: 'liked', actor: caller.user_id } as const
        await (isLiked ? earn(db, award) : reverse(db, award))
      }
      if (changed) await sayDiscussion(db, post, caller.user_id)
      return { liked: isLiked, like_count: await likesOf(db, id) }
    })
  }

  implement(app, discussions, {
    list: async ({ task_id, parent_id, sort = 'new', ...page }, caller) => {
      const { db } = app
      const room = await enter(db, task_id, caller)
      const { task, reader, closed } = room
      const look = await lookOf(room, caller)
      if (parent_id !== undefined && (await findReadable(db, parent_id, reader))?.task_id !== task_id)
        throw fail('NOT_FOUND')
      const found =
        parent_id === undefined
          ? await listRoots(db, task_id, reader, sort, page)
          : await listReplies(db, parent_id, reader, page)
      const ids =
        parent_id === undefined ? found.list.filter(({ reply_count }) => reply_count > 0).map(({ id }) => id) : []
      const replies = await firstReplies(db, ids, reader, repliesShown)
      return {
        ...found,
        list: found.list.map((row) => thread(row, replies.get(row.id) ?? [], look)),
        count: task.discussion_count,
        unanswered: await countUnanswered(db, task_id),
        closed,
        post_first: room.postFirst,
        anonymous_allowed: !room.isStaff && (await allowsAnonymous(db, task.guild_id)),
      }
    },

    create: async ({ task_id, ...sent }, caller) => {
      const at = await atNow(app, caller.now)
      return app.db.transaction().execute(async (db) => {
        const room = await enter(db, task_id, caller)
        const { task, closed, reader, isStaff } = room
        mustBeOpen(closed)
        if (sent.anonymous && (isStaff || !(await allowsAnonymous(db, task.guild_id)))) throw fail('NO_ANONYMOUS')
        const post = await writePost(
          app,
          db,
          { task, user_id: caller.user_id, role: task.member_role },
          sent,
          reader,
          at,
        )
        return shown(db, post.id, room, caller)
      })
    },

    edit: ({ discussion_id, ...sent }, caller) =>
      app.db.transaction().execute(async (db) => {
        const { post: seen, room } = await find(db, discussion_id, caller)
        if (seen.user_id !== caller.user_id) throw fail('NOT_FOUND')
        mustBeOpen(room.closed)
        // Two changes at once are kept one after the other, each with what it replaced.
        const post = await holdRoot(db, discussion_id)
        if (!post || !mayEdit(post, caller.now)) throw fail('EDIT_OVER')
        await rewritePost(db, room.task, post, sent, caller.now)
        return shown(db, discussion_id, room, caller)
      }),

    remove: async ({ discussion_id, undo = false }, caller) => {
      const at = await atNow(app, caller.now)
      return app.db.transaction().execute(async (db) => {
        const post = await findPost(db, discussion_id)
        if (post?.user_id !== caller.user_id || post.hidden_at !== null || post.held_at !== null)
          throw fail('NOT_FOUND')
        await enter(db, post.task_id, caller)
        if (!undo) {
          await changeSight(db, discussion_id, { deleted_at: caller.now }, at, ({ deleted_at }) => deleted_at === null)
          return { deleted: true }
        }
        if (post.deleted_at !== null && caller.now - post.deleted_at > undoMs) throw fail('NOT_FOUND')
        await changeSight(db, discussion_id, { deleted_at: null }, at, ({ deleted_at }) => deleted_at !== null)
        return { deleted: false }
      })
    },

    like: ({ discussion_id }, caller) => like(discussion_id, true, caller),
    unlike: ({ discussion_id }, caller) => like(discussion_id, false, caller),

    markAnswer: async ({ discussion_id, answer = true }, caller) => {
      const at = await atNow(app, caller.now)
      return app.db.transaction().execute(async (db) => {
        const { room } = await find(db, discussion_id, caller)
        if (room.closed === 'archived') throw fail('ARCHIVED')
        const may = (root: StoredPost) => room.isStaff || root.user_id === caller.user_id
        return markAnswer(db, { id: discussion_id, answer, by: caller.user_id, may }, at)
      })
    },

    report: async ({ target, id: target_id, reason, note = '' }, caller) => {
      const at = await atNow(app, caller.now)
      await app.db.transaction().execute((db) => {
        const isMember = async (_guild_id: number, task_id: number) =>
          (await findVisibleTask(db, task_id, caller.user_id)) !== undefined
        return report(db, { target, target_id, reporter_id: caller.user_id, reason, note }, isMember, at)
      })
      return { reported: true }
    },

    preview: async ({ content }, { user_id }) => {
      const { html } = renderPost(content)
      const own = new Set((await filesOf(app.db, user_id, pictureIdsOf(html))).map(({ id }) => id))
      return { content_html: withPictures(html, (id) => (own.has(id) ? linkTo(app, id, 'public', user_id) : null)) }
    },

    mentionable: async ({ task_id, keyword = '' }, caller) => {
      const { task } = await enter(app.db, task_id, caller)
      const members = await listMentionable(app.db, {
        guild_id: task.guild_id,
        keyword: keyword.trim(),
        but: caller.user_id,
      })
      return members.map(({ member_id, nickname, avatar_file_id, role }) => ({
        member_id,
        nickname,
        avatar: avatar_file_id === null ? '' : linkTo(app, avatar_file_id, 'thumb', caller.user_id),
        role,
      }))
    },
  })
}
