import { fail } from '@tongchuang/contract/errors.ts'
import type { App } from '../app-services.ts'
import type { Db } from '../db/schema.ts'
import { filesOf } from '../files/store.ts'
import { staffToTell } from '../guilds/store.ts'
import { invalid } from '../http/problem.ts'
import { pictureIdsOf } from '../markdown/render.ts'
import { renderPost } from '../markdown/post.ts'
import { closeAbout, notify, renewTodo } from '../messages/store.ts'
import { countPosts } from '../tasks/store.ts'
import { linkToPost } from './answers.ts'
import { aboutQuestions, duplicateMs, maxPictures, paces, secondsLeft } from './rules.ts'
import { earnForPost, sayDiscussion, type At } from './sight.ts'
import {
  addMentions,
  countUnanswered,
  findByKey,
  findMembers,
  findPost,
  findReadable,
  hasSaid,
  holdRoot,
  insertPost,
  keepEdit,
  keepFiles,
  mentionedIn,
  moveReplies,
  nicknameOf,
  updatePost,
  type Mentionable,
  type Reader,
  type StoredPost,
} from './store.ts'

/** Where a post is written, and in which role. */
export type Place = { task: { id: number; guild_id: number; title: string }; user_id: number; role: StoredPost['role'] }
export type Sent = {
  content: string
  parent_id?: number
  anonymous?: boolean
  mentions?: readonly number[]
  key?: string
}

type Prepared = { content_html: string; excerpt: string; file_ids: number[]; mentioned: number[] }

/** A text as it will be kept: rendered, its pictures one's own, the members it names found. */
const prepare = async (
  db: Db,
  { task, user_id }: Omit<Place, 'role'>,
  { content, mentions = [] }: Pick<Sent, 'content' | 'mentions'>,
  before: readonly Mentionable[] = [],
): Promise<Prepared> => {
  const called = [...before, ...(await findMembers(db, task.guild_id, mentions))].filter(({ nickname }) =>
    content.includes(`@${nickname}`),
  )
  const { html, excerpt, isEmpty } = renderPost(
    content,
    called.map(({ nickname }) => nickname),
  )
  if (isEmpty) throw fail('EMPTY')
  const file_ids = pictureIdsOf(html)
  if (file_ids.length > maxPictures)
    throw invalid('content', `一条最多${maxPictures}张图`, `A post takes at most ${maxPictures} pictures`)
  const own = file_ids.length === 0 ? [] : await filesOf(db, user_id, file_ids)
  if (own.length < file_ids.length || own.some(({ kind }) => kind !== 'image')) throw fail('FILE')
  return {
    content_html: html,
    excerpt,
    file_ids,
    mentioned: called.map((member) => member.user_id).filter((id) => id !== user_id),
  }
}

/** Counts a post for its writer; whoever writes at once in two tabs waits here. */
const keepPace = async (app: App, db: Db, user_id: number, now: number): Promise<void> => {
  for (const { seconds, posts } of paces) {
    if ((await app.limits.hit(db, `discuss:${seconds}:${user_id}`, seconds, now)) > posts)
      throw fail('TOO_FAST', { seconds: secondsLeft(now, seconds) })
  }
}

/** The post that was sent with this key before, if it was the same; else the refusal. */
const replayed = async (
  db: Db,
  { task, user_id }: Place,
  { key, content, parent_id }: Sent,
): Promise<StoredPost | undefined> => {
  const earlier = key === undefined ? undefined : await findByKey(db, user_id, key)
  if (!earlier) return undefined
  if (
    earlier.task_id !== task.id ||
    earlier.content !== content ||
    (earlier.parent_id === null) !== (parent_id === undefined)
  )
    throw fail('KEY_REUSED')
  return earlier
}

/** What a post answers, and the question above it. */
const answered = async (
  db: Db,
  task_id: number,
  parent_id: number,
  reader: Reader,
): Promise<{ above: StoredPost; root: StoredPost }> => {
  const seen = await findPost(db, parent_id)
  // Held before it is asked who may read it: what hides or deletes the question at this moment comes before or behind.
  const root = seen && (await holdRoot(db, seen.parent_id ?? seen.id))
  const above = await findReadable(db, parent_id, reader)
  if (!root || above?.task_id !== task_id) throw fail('NOT_FOUND')
  return { above, root }
}

/**
 * Writes a post in the caller's transaction, with everything that belongs to it: counts, whom it tells, what it earns.
 * The same key gives the same post. A reply to a reply goes below its question.
 */
export const writePost = async (
  app: App,
  db: Db,
  place: Place,
  sent: Sent,
  reader: Reader,
  at: At,
): Promise<StoredPost> => {
  const { task, user_id, role } = place
  const { content, parent_id, anonymous = false, key = null } = sent
  const known = await replayed(db, place, sent)
  if (known) return known
  const prepared = await prepare(db, place, sent)
  if (role === 'student') await keepPace(app, db, user_id, at.now)
  const meanwhile = await replayed(db, place, sent)
  if (meanwhile) return meanwhile
  if (await hasSaid(db, { user_id, task_id: task.id, content, since: at.now - duplicateMs })) throw fail('DUPLICATE')
  const { above, root } =
    parent_id === undefined ? { above: null, root: null } : await answered(db, task.id, parent_id, reader)
  const { content_html, file_ids, mentioned } = prepared
  const post = await insertPost(
    db,
    {
      task_id: task.id,
      guild_id: task.guild_id,
      user_id,
      role,
      parent_id: root?.id ?? null,
      content,
      content_html,
      anonymous,
      key,
      submission_id: null,
      created_at: at.now,
    },
    mentioned,
    file_ids,
  )
  if (!post) throw fail('KEY_REUSED')
  await countPosts(db, task.id, 1)
  if (root) await moveReplies(db, root.id, 1)
  await tell(db, place, { post, above, root, mentioned, excerpt: prepared.excerpt }, at.now)
  await earnForPost(db, post, at)
  await sayDiscussion(db, post, user_id)
  return post
}

type Told = {
  post: StoredPost
  above: StoredPost | null
  root: StoredPost | null
  mentioned: readonly number[]
  excerpt: string
}

/** Tells whom a post answers and whom it names, each once; questions also stand in the staff's list until someone replies. */
const tell = async (
  db: Db,
  { task, user_id }: Place,
  { post, above, root, mentioned, excerpt }: Told,
  now: number,
): Promise<void> => {
  const who = post.anonymous ? null : await nicknameOf(db, user_id)
  const about = { data: { task: task.title, who, excerpt }, link: linkToPost(post), now }
  const answered = [above?.user_id, root?.user_id].filter((id) => id !== undefined && id !== user_id) as number[]
  await notify(db, { user_id: answered, type: 'message', kind: 'discussion.replied', ...about })
  const named = mentioned.filter((id) => !answered.includes(id))
  await notify(db, { user_id: named, type: 'message', kind: 'discussion.mentioned', ...about })
  await tellStaff(db, task, post, now)
}

/** One entry for each task in the staff's list: how many of its questions wait. */
const tellStaff = async (db: Db, task: Place['task'], post: StoredPost, now: number): Promise<void> => {
  if (post.parent_id === null && post.role !== 'student') return
  const count = await countUnanswered(db, task.id)
  if (count === 0) return closeAbout(db, aboutQuestions(task.id))
  if (post.parent_id !== null) return
  const user_id = await staffToTell(db, task.guild_id, 'can_moderate')
  await renewTodo(db, {
    user_id,
    kind: 'discussion.waiting',
    data: { task: task.title, count },
    about: aboutQuestions(task.id),
    link: null,
    now,
  })
}

/** Changes what a post says; what it said before is kept, and whoever is named for the first time is told. */
export const rewritePost = async (
  db: Db,
  task: Place['task'],
  post: StoredPost,
  sent: Pick<Sent, 'content' | 'mentions'>,
  now: number,
): Promise<void> => {
  const { content_html, file_ids, mentioned, excerpt } = await prepare(
    db,
    { task, user_id: post.user_id },
    sent,
    await mentionedIn(db, post),
  )
  if (sent.content === post.content) return
  await keepEdit(db, post, now)
  await updatePost(db, post.id, { content: sent.content, content_html, edited_at: now })
  await keepFiles(db, post.id, file_ids)
  await sayDiscussion(db, post, post.user_id)
  const data = { task: task.title, who: post.anonymous ? null : await nicknameOf(db, post.user_id), excerpt }
  await notify(db, {
    user_id: await addMentions(db, post.id, mentioned),
    type: 'message',
    kind: 'discussion.mentioned',
    data,
    link: linkToPost(post),
    now,
  })
}
