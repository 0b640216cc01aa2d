import { adminPaths, paths } from '@tongchuang/contract/paths.ts'
import type { Db } from '../db/schema.ts'
import { notifyEach } from '../messages/store.ts'
import { readersAmong } from './readers-store.ts'
import { maySee } from './rules.ts'
import type { StoredPost } from './store.ts'

/** What is told of a post; `who` null: its writer has no name, or it is one's own. */
type Word = {
  what: 'replied' | 'mentioned' | 'answered'
  task: string
  who: string | null
  excerpt: string
  now: number
}

/**
 * Tells people of a post, those of them who may read the discussion, each where they read it; its words only whom they are
 * shown there.
 */
export const tellOfPost = async (
  db: Db,
  post: Pick<StoredPost, 'id' | 'guild_id' | 'task_id' | 'user_id' | 'role'>,
  people: readonly number[],
  { what, now, excerpt, ...word }: Word,
): Promise<void> => {
  const { id, guild_id, task_id } = post
  const readers = await readersAmong(db, task_id, people)
  const toldOn = (site: 'student' | 'staff', link: string) =>
    readers
      .filter((reader) => reader.site === site)
      .map((reader) => ({
        user_id: reader.user_id,
        data: { ...word, excerpt: maySee(post, reader) ? excerpt : '' },
        link,
      }))
  const shared = { type: 'message', now } as const
  const students = toldOn('student', paths.post({ guild: guild_id, task: task_id, post: id }))
  await notifyEach(db, { ...shared, kind: `discussion.${what}` }, students)
  const staff = toldOn('staff', adminPaths.post({ guild: guild_id, post: id }))
  await notifyEach(db, { ...shared, kind: `post.${what}`, guild_id }, staff)
}
