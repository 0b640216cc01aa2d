import type { Insertable } from 'kysely'
import type { Db, Schema } from '../db/schema.ts'
import { renderText } from '../workers/tasks/markdown.ts'
import { countPosts } from '../tasks/store.ts'
import { insertPost, moveReplies, type StoredPost } from './store.ts'

let made = 0

/** A post below a task, by default a student's question; the counts of its question and task move with it. */
export const aPost = async (
  db: Db,
  task: { id: number; guild_id: number },
  given: { user_id: number } & Partial<Insertable<Schema['discussions']>>,
): Promise<StoredPost> => {
  made += 1
  const {
    content = `第 ${made} 个问题，怎么做才对？`,
    role = 'student',
    parent_id = null,
    created_at = Date.now(),
  } = given
  const where = { task_id: task.id, guild_id: task.guild_id, submission_id: null, key: null }
  const post = await insertPost(
    db,
    { ...where, ...given, content, content_html: renderText({ content, names: [] }).html, role, parent_id, created_at },
    [],
    [],
  )
  if (!post) throw new Error('a post with this key is there')
  await countPosts(db, task.id, 1)
  if (parent_id !== null) await moveReplies(db, parent_id, 1)
  return post
}
