import { adminPaths, paths } from '@tongchuang/contract/paths.ts'
import type { Db } from '../db/schema.ts'
import { reword } from '../messages/quotes-store.ts'
import { notifyEach } from '../messages/store.ts'
import { readersAmong } from './readers-store.ts'
import { aboutPost, maySee } from './rules.ts'
import type { StoredPost } from './store.ts'

/** Where a post is read: on the page of its task, and on the admin site. */
export const linksToPost = ({
  id: post,
  guild_id: guild,
  task_id: task,
}: Pick<StoredPost, 'id' | 'guild_id' | 'task_id'>): Record<'student' | 'staff', string> => ({
  student: paths.post({ guild, task, post }),
  staff: adminPaths.post({ guild, post }),
})

/** The content of a message about a post; `who` is null where the author is anonymous or the reader. */
type Word = {
  what: 'replied' | 'mentioned' | 'answered'
  task: string
  who: string | null
  excerpt: string
  now: number
}

/**
 * Sends messages about a post to those of the given users who may read the discussion, each linking to their site; only
 * those who may see the post get its excerpt.
 */
export const tellOfPost = async (
  db: Db,
  post: Pick<StoredPost, 'id' | 'guild_id' | 'task_id' | 'user_id' | 'role'>,
  people: readonly number[],
  { what, now, excerpt, ...word }: Word,
): Promise<void> => {
  const links = linksToPost(post)
  const readers = await readersAmong(db, post.task_id, people)
  const toldOn = (site: 'student' | 'staff') =>
    readers
      .filter((reader) => reader.site === site)
      .map((reader) => ({
        user_id: reader.user_id,
        data: { ...word, excerpt: maySee(post, reader) ? excerpt : '' },
        link: links[site],
        about: aboutPost(post.id),
      }))
  const shared = { type: 'message', now } as const
  await notifyEach(db, { ...shared, kind: `discussion.${what}` }, toldOn('student'))
  await notifyEach(db, { ...shared, kind: `post.${what}`, guild_id: post.guild_id }, toldOn('staff'))
}

const quoting = ['discussion.replied', 'discussion.mentioned', 'post.replied', 'post.mentioned'] as const

/** Updates the quotes in messages about an edited post; messages that show no excerpt still show none. */
export const quoteAnew = async (db: Db, post_id: number, excerpt: string): Promise<void> => {
  for (const kind of quoting)
    await reword(db, kind, [aboutPost(post_id)], (data) => ({ ...data, excerpt: data.excerpt === '' ? '' : excerpt }))
}
