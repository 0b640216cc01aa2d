import type { Db } from '../db/schema.ts'
import { countPosts } from '../tasks/store.ts'
import { emptyPosts, standingPosts } from './erase-store.ts'
import { countChanges } from './rules.ts'
import { findPost, lockRoot, moveReplies, updatePost } from './store.ts'
import { countIfChanged } from './waiting-questions.ts'

/**
 * Deletes a post and adjusts the counts, as a deletion by its author would; what it earned stays, as all numbers do.
 */
const takeAway = async (db: Db, id: number, now: number): Promise<void> => {
  const post = await findPost(db, id)
  const root = post && post.parent_id !== null ? await findPost(db, post.parent_id) : post
  if (!post || !root) return
  const isReply = post.parent_id !== null
  const { replies, posts } = countChanges({ root, isReply, before: post, after: { ...post, deleted_at: now } })
  await countPosts(db, post.task_id, posts)
  await updatePost(db, id, { deleted_at: now, answer_rank: 1 })
  if (isReply) await moveReplies(db, root.id, replies)
  const after = isReply ? { ...root, reply_count: root.reply_count + replies } : { ...root, deleted_at: now }
  await countIfChanged(db, post, { before: root, after }, now)
}

const inOrder = (ids: readonly number[]): number[] => [...new Set(ids)].toSorted((one, other) => one - other)

/**
 * Empties the posts of a user who is erased. Threads keep their shape: an emptied post reads as deleted. Locks
 * questions, then tasks: call it before anything that is locked after these.
 */
export const erasePosts = async (db: Db, user_id: number, now: number): Promise<void> => {
  const standing = await standingPosts(db, user_id)
  for (const id of inOrder(standing.map((post) => post.parent_id ?? post.id))) await lockRoot(db, id)
  for (const { id } of standing) await takeAway(db, id, now)
  await emptyPosts(db, user_id)
}
