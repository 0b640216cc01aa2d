import { paths } from '@tongchuang/contract/paths.ts'
import type { Db } from '../db/schema.ts'
import { notifyEach } from '../messages/store.ts'
import { readersAmong } from './readers-store.ts'
import { maySee } from './rules.ts'
import type { StoredPost } from './store.ts'

/** What is told of a post; `who` null: its writer has no name, or it is one's own. */
type Word = {
  kind: 'discussion.replied' | 'discussion.mentioned' | 'discussion.answered'
  task: string
  who: string | null
  excerpt: string
  now: number
}

/** Tells people of a post, those of them who may read the discussion; its words only whom they are shown there. */
export const tellOfPost = async (
  db: Db,
  post: Pick<StoredPost, 'id' | 'guild_id' | 'task_id' | 'user_id' | 'role'>,
  people: readonly number[],
  { kind, now, excerpt, ...word }: Word,
): Promise<void> => {
  const link = paths.post({ guild: post.guild_id, task: post.task_id, post: post.id })
  const told = (await readersAmong(db, post.task_id, people)).map((reader) => ({
    user_id: reader.user_id,
    data: { ...word, excerpt: maySee(post, reader) ? excerpt : '' },
    link,
  }))
  await notifyEach(db, { type: 'message', kind, now }, told)
}
