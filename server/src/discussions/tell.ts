import { paths } from '@tongchuang/contract/paths.ts'
import type { Db } from '../db/schema.ts'
import { notify } from '../messages/store.ts'
import { readersAmong } from './readers-store.ts'
import type { StoredPost } from './store.ts'

/** What is told of a post; `who` null: its writer has no name, or it is one's own. */
type Word = {
  kind: 'discussion.replied' | 'discussion.mentioned' | 'discussion.answered'
  task: string
  who: string | null
  excerpt: string
  now: number
}

/** Tells people of a post, those of them who may read it. */
export const tellOfPost = async (
  db: Db,
  { id: post, guild_id: guild, task_id: task }: Pick<StoredPost, 'id' | 'guild_id' | 'task_id'>,
  people: readonly number[],
  { kind, now, ...data }: Word,
): Promise<void> => {
  const user_id = await readersAmong(db, task, people)
  await notify(db, { user_id, type: 'message', kind, data, link: paths.post({ guild, task, post }), now })
}
