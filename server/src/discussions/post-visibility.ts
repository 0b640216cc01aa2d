import type { App } from '../app-services.ts'
import type { Db } from '../db/schema.ts'
import { dayAward, earnTogether, reverse, type ExperienceSource } from '../ledger/store.ts'
import { sayChange } from '../live.ts'
import { followAway } from '../messages/away-store.ts'
import { countPosts, findTask } from '../tasks/store.ts'
import {
  aboutPost,
  awaySince,
  countChanges,
  earns,
  isShown,
  isStanding,
  movesLedger,
  threadAwaySince,
  type PostVisibility,
} from './rules.ts'
import { memberIds } from './mention-store.ts'
import { findPost, listReplyIds, lockRoot, moveReplies, updatePost, type StoredPost } from './store.ts'
import { countIfChanged } from './waiting-questions.ts'

export type At = { now: number; zone: string }

/**
 * Tells the open pages of a guild's members that a discussion changed, except those of the user `by`, who sees the
 * change already.
 */
export const sayDiscussion = async (
  db: Db,
  { guild_id, task_id }: Pick<StoredPost, 'guild_id' | 'task_id'>,
  by: number | null,
): Promise<void> => {
  const people = await memberIds(db, guild_id)
  const others = people.filter((id) => id !== by)
  await sayChange(db, others, { kind: 'discussion', task_id })
}

/** A post as a source of its author's ledger entries. */
export const sourceOf = (
  { id, user_id, guild_id }: Pick<StoredPost, 'id' | 'user_id' | 'guild_id'>,
  { now, zone }: At,
) => ({
  user_id,
  source_type: 'discussion',
  source_id: id,
  guild_id,
  now,
  zone,
})

/** Adds the experience for writing: the day's first activity, and the post itself where it is long enough. */
export const earnForPost = async (db: Db, post: StoredPost, at: At): Promise<void> => {
  if (!movesLedger(post)) return
  const award: ExperienceSource = { ...sourceOf(post, at), kind: 'discuss' }
  await earnTogether(db, [...(earns(post.content) ? [award] : []), dayAward({ user_id: post.user_id, ...at })])
}

type Change = Partial<PostVisibility> & { hidden_by?: number | null; hidden_reason?: string }

/**
 * Shows or hides a post: it was deleted or brought back, hidden by staff or restored, or held after reports. This
 * adjusts the counts of its question and task, what it earned, the staff entry on waiting questions, and the messages
 * that quote it to those it answered or named. Returns the post as it was, or undefined where `isStill` finds that
 * somebody else was first.
 */
export const changeVisibility = async (
  db: Db,
  id: number,
  change: Change,
  at: At,
  isStill: (post: StoredPost) => boolean,
): Promise<StoredPost | undefined> => {
  const seen = await findPost(db, id)
  if (!seen) return undefined
  // The question is locked first, then the reply: the lock order of every thread.
  const root = await lockRoot(db, seen.parent_id ?? id)
  const post = seen.parent_id === null ? root : await findPost(db, id)
  if (!root || !post || !isStill(post)) return undefined
  const { replies, posts } = countChanges({
    root,
    isReply: post.parent_id !== null,
    before: post,
    after: { ...post, ...change },
  })
  await countPosts(db, post.task_id, posts)
  const after = await updatePost(db, id, change)
  if (post.parent_id !== null) await moveReplies(db, root.id, replies)
  if (isShown(post) && !isShown(after) && post.answer_rank === 0) await setAnswer(db, after, false, at)
  await settle(db, post, after, at)
  const rootAfter = post.parent_id === null ? after : { ...root, reply_count: root.reply_count + replies }
  await countIfChanged(db, post, { before: root, after: rootAfter }, at.now)
  await followVisibility(db, post, after)
  // An author who deletes a post keeps the undo on the page; everybody else reloads, as does the author of a post that
  // staff hide.
  await sayDiscussion(db, post, 'deleted_at' in change ? post.user_id : null)
  return post
}

/**
 * Removes messages about a hidden post and brings them back with it; hiding a question's thread does the same for its
 * replies.
 */
const followVisibility = async (db: Db, before: StoredPost, after: StoredPost): Promise<void> => {
  const task = await findTask(db, after.task_id)
  // While the task is in the bin, the messages about what is shown are out of sight since then.
  const binned = task?.status === 'trashed' ? task.trashed_at : null
  const away = { before: awaySince(before) ?? binned, after: awaySince(after) ?? binned }
  await followAway(db, [aboutPost(after.id)], away)
  const thread = { before: threadAwaySince(before) ?? binned, after: threadAwaySince(after) ?? binned }
  if (after.parent_id !== null || thread.before === thread.after) return
  const replies = await listReplyIds(db, after.id)
  await followAway(db, replies.map(aboutPost), thread)
}

const settle = async (db: Db, before: StoredPost, after: StoredPost, at: At): Promise<void> => {
  if (!movesLedger(after)) return
  if (isStanding(before) && !isStanding(after)) await reverse(db, { ...sourceOf(after, at), kind: 'discuss' })
  if (!isStanding(before) && isStanding(after)) await earnForPost(db, after, at)
}

/** Marks a reply as the answer or removes the mark; its author keeps the experience while the mark stands. */
export const setAnswer = async (db: Db, reply: StoredPost, isAnswer: boolean, at: At): Promise<void> => {
  await updatePost(db, reply.id, { answer_rank: isAnswer ? 0 : 1 })
  if (!movesLedger(reply)) return
  const award: ExperienceSource = { ...sourceOf(reply, at), kind: 'answered' }
  if (isAnswer) await earnTogether(db, [award])
  else await reverse(db, award)
}

/** The time of a change of visibility, with the school's zone. */
export const atNow = async (app: App, now: number): Promise<At> => ({ now, zone: (await app.settings()).timezone })
