import { fail } from '@tongchuang/contract/errors.ts'
import type { App } from '../app-services.ts'
import type { Db } from '../db/schema.ts'
import { filesOf } from '../files/store.ts'
import { invalid } from '../http/problem.ts'
import { keepPace } from '../http/writing-pace.ts'
import { showsNothing } from '../markdown/nothing.ts'
import { pictureIdsIn, pictureIdsOf } from '../markdown/pictures.ts'
import { writtenText, type Written } from '../markdown/written.ts'
import { holdAbout } from '../messages/todo-store.ts'
import { countPosts, findTask } from '../tasks/store.ts'
import { duplicateMs, maxPictures } from './rules.ts'
import { earnForPost, sayDiscussion, type At } from './post-visibility.ts'
import { quoteAnew, tellOfPost } from './tell.ts'
import { findMembers, mentionedIn, type Mentionable } from './mention-store.ts'
import {
  addMentions,
  findByKey,
  findPost,
  findReadable,
  hasSaid,
  lockRoot,
  insertPost,
  keepEdit,
  keepFiles,
  moveReplies,
  nicknameOf,
  updatePost,
  type Reader,
  type StoredPost,
} from './store.ts'
import { countForStaff } from './waiting-questions.ts'

/** Where a post is written, and in which role. */
export type PostContext = {
  task: { id: number; guild_id: number; title: string }
  user_id: number
  role: StoredPost['role']
}
export type Sent = {
  content: string
  parent_id?: number
  anonymous?: boolean
  mentions?: readonly number[]
  key?: string
}

type Prepared = Pick<Written, 'excerpt' | 'render_pending'> & {
  content_html: string
  file_ids: number[]
  mentioned: number[]
}

/** The members that a text mentions by name, among those sent with it and those it mentioned before. */
const calledIn = async (
  db: Db,
  guild_id: number,
  { content, mentions = [] }: Pick<Sent, 'content' | 'mentions'>,
  before: readonly Mentionable[],
) =>
  [...before, ...(await findMembers(db, guild_id, mentions))].filter(({ nickname }) => content.includes(`@${nickname}`))

/**
 * Renders the text of a post before the transaction that decides whether it is stored; `before` is the post it edits.
 */
export const renderedPost = async (
  app: App,
  { task_id, user_id }: { task_id: number; user_id: number },
  sent: Pick<Sent, 'content' | 'mentions'>,
  before?: StoredPost,
): Promise<Written> => {
  const { content, mentions = [] } = sent
  // An empty text is refused when it is stored.
  if (showsNothing(content)) return { html: '', excerpt: '', render_pending: 0 }
  const task = before || mentions.length > 0 ? await findTask(app.db, task_id) : undefined
  const called = task
    ? await calledIn(app.db, task.guild_id, sent, before ? await mentionedIn(app.db, before) : [])
    : []
  return writtenText(app, { content, person: user_id, post: { names: called.map(({ nickname }) => nickname) } })
}

type SentAndRendered<Given> = Given & { written: Written }

/** A text prepared for storing: its pictures checked to be the author's own, its mentions resolved. */
const prepare = async (
  db: Db,
  { task, user_id }: Omit<PostContext, 'role'>,
  sent: SentAndRendered<Pick<Sent, 'content' | 'mentions'>>,
  before: readonly Mentionable[] = [],
): Promise<Prepared> => {
  const { html, excerpt, render_pending } = sent.written
  if (showsNothing(sent.content)) throw fail('EMPTY')
  const called = await calledIn(db, task.guild_id, sent, before)
  const mentioned = called.map((member) => member.user_id).filter((id) => id !== user_id)
  const kept = { content_html: html, excerpt, render_pending, mentioned }
  // A text that is not rendered yet is not refused for its pictures: it will show only its author's.
  if (render_pending > 0) {
    const own = await filesOf(db, user_id, pictureIdsIn(sent.content, maxPictures))
    return { ...kept, file_ids: own.flatMap(({ id, kind }) => (kind === 'image' ? [id] : [])) }
  }
  const file_ids = pictureIdsOf(html)
  if (file_ids.length > maxPictures)
    throw invalid('content', `一条最多${maxPictures}张图`, `A post takes at most ${maxPictures} pictures`)
  const own = file_ids.length === 0 ? [] : await filesOf(db, user_id, file_ids)
  if (own.length < file_ids.length || own.some(({ kind }) => kind !== 'image')) throw fail('FILE')
  return { ...kept, file_ids }
}

/** The post sent earlier with this key, if any; `KEY_REUSED` where it differs or was deleted. */
const replayed = async (
  db: Db,
  { task, user_id }: PostContext,
  { key, content, parent_id, anonymous = false }: Sent,
): Promise<StoredPost | undefined> => {
  const earlier = key === undefined ? undefined : await findByKey(db, user_id, key)
  if (!earlier) return undefined
  const isSame =
    earlier.task_id === task.id &&
    earlier.content === content &&
    (earlier.parent_id === null) === (parent_id === undefined) &&
    earlier.anonymous === anonymous
  // Whoever deletes a post and sends its text again wants it to be read, so a deleted post does not count.
  if (!isSame || earlier.deleted_at !== null) throw fail('KEY_REUSED')
  return earlier
}

/** The post being replied to, and its question. */
const answered = async (
  db: Db,
  task_id: number,
  parent_id: number,
  reader: Reader,
): Promise<{ above: StoredPost; root: StoredPost }> => {
  const seen = await findPost(db, parent_id)
  // Locked before the visibility check, so that a simultaneous hiding or deletion comes either before or after.
  const root = seen && (await lockRoot(db, seen.parent_id ?? seen.id))
  const above = await findReadable(db, parent_id, reader)
  if (!root || above?.task_id !== task_id) throw fail('NOT_FOUND')
  return { above, root }
}

/**
 * Writes a post in the caller's transaction, with everything that belongs to it: counts, messages and experience. The
 * same key gives the same post. A reply to a reply goes below its question.
 */
export const writePost = async (
  app: App,
  db: Db,
  context: PostContext,
  sent: SentAndRendered<Sent>,
  reader: Reader,
  at: At,
): Promise<StoredPost> => {
  const { task, user_id, role } = context
  const { content, parent_id, anonymous = false, key = null } = sent
  const known = await replayed(db, context, sent)
  if (known) return known
  const prepared = await prepare(db, context, sent)
  // When the same post is sent twice at once, the second request waits here and finds the first.
  if (role === 'student') await keepPace({ limits: app.limits, db }, 'discuss', { user_id, now: at.now })
  else await holdAbout(db, `posts:${user_id}`)
  const meanwhile = await replayed(db, context, sent)
  if (meanwhile) return meanwhile
  if (await hasSaid(db, { user_id, task_id: task.id, content, since: at.now - duplicateMs })) throw fail('DUPLICATE')
  const { above, root } =
    parent_id === undefined ? { above: null, root: null } : await answered(db, task.id, parent_id, reader)
  const { content_html, render_pending, file_ids, mentioned } = prepared
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
      render_pending,
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
  await earnForPost(db, post, at)
  await tell(db, context, { post, above, root, mentioned, excerpt: prepared.excerpt }, at.now)
  await sayDiscussion(db, post, user_id)
  return post
}

type Notice = {
  post: StoredPost
  above: StoredPost | null
  root: StoredPost | null
  mentioned: readonly number[]
  excerpt: string
}

/**
 * Tells the author being replied to and the members mentioned, each once; questions also stand in the staff's list
 * until someone replies.
 */
const tell = async (
  db: Db,
  { task, user_id }: PostContext,
  { post, above, root, mentioned, excerpt }: Notice,
  now: number,
): Promise<void> => {
  const who = post.anonymous ? null : await nicknameOf(db, user_id)
  const word = { task: task.title, who, excerpt, now }
  const answered = [above?.user_id, root?.user_id].filter((id) => id !== undefined).filter((id) => id !== user_id)
  await tellOfPost(db, post, answered, { what: 'replied', ...word })
  const named = mentioned.filter((id) => !answered.includes(id))
  await tellOfPost(db, post, named, { what: 'mentioned', ...word })
  const isQuestion = post.parent_id === null
  if (!isQuestion || post.role === 'student') await countForStaff(db, post, { isNews: isQuestion, now })
}

/** Edits a post: the earlier text is stored, and newly mentioned members are told. */
export const rewritePost = async (
  db: Db,
  task: PostContext['task'],
  post: StoredPost,
  sent: SentAndRendered<Pick<Sent, 'content' | 'mentions'>>,
  now: number,
): Promise<void> => {
  const { content_html, render_pending, file_ids, mentioned, excerpt } = await prepare(
    db,
    { task, user_id: post.user_id },
    sent,
    await mentionedIn(db, post),
  )
  if (sent.content === post.content) return
  await keepEdit(db, post, now)
  await updatePost(db, post.id, { content: sent.content, content_html, render_pending, edited_at: now })
  await keepFiles(db, post.id, file_ids)
  await sayDiscussion(db, post, post.user_id)
  await quoteAnew(db, post.id, excerpt)
  await tellOfPost(db, post, await addMentions(db, post.id, mentioned), {
    what: 'mentioned',
    task: task.title,
    who: post.anonymous ? null : await nicknameOf(db, post.user_id),
    excerpt,
    now,
  })
}
