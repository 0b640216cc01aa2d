import { fail } from '@tongchuang/contract/errors.ts'
import type { Db } from '../db/schema.ts'
import { excerptOf } from '../markdown/plain.ts'
import { findTask } from '../tasks/store.ts'
import { sayDiscussion, setAnswer, type At } from './post-visibility.ts'
import { tellOfPost } from './tell.ts'
import { answerOf, findPost, lockRoot, updatePost, type StoredPost } from './store.ts'

/**
 * Marks a reply as the answer of its question, in the caller's transaction; `may` decides by the question. A question
 * has one answer: the previous one loses the mark. Marking one's own reply earns nothing.
 */
export const markAnswer = async (
  db: Db,
  { id, answer, by, may }: { id: number; answer: boolean; by: number; may: (root: StoredPost) => boolean },
  at: At,
): Promise<{ is_answer: boolean }> => {
  const root = await lockRoot(db, (await findPost(db, id))?.parent_id ?? 0)
  const reply = root && (await findPost(db, id))
  if (!root || !reply || reply.deleted_at !== null) throw fail('NOT_FOUND')
  if (!may(root)) throw fail('ROLE')
  if ((reply.answer_rank === 0) === answer) return { is_answer: answer }
  const other = answer ? await answerOf(db, root.id) : undefined
  if (other) await setAnswer(db, other, false, at)
  if (reply.user_id === root.user_id) await updatePost(db, id, { answer_rank: answer ? 0 : 1 })
  else await setAnswer(db, reply, answer, at)
  await sayDiscussion(db, reply, by)
  if (answer && reply.answer_told_at === null && reply.user_id !== by) await tellAnswered(db, reply, at.now)
  return { is_answer: answer }
}

const tellAnswered = async (db: Db, reply: StoredPost, now: number): Promise<void> => {
  await updatePost(db, reply.id, { answer_told_at: now })
  const task = await findTask(db, reply.task_id)
  const excerpt = excerptOf(reply.content_html)
  await tellOfPost(db, reply, [reply.user_id], {
    what: 'answered',
    task: task?.title ?? '',
    who: null,
    excerpt,
    now,
  })
}
