import type { Db } from '../db/schema.ts'
import type { Version } from './store.ts'

/**
 * What changes about a version after it was sealed and is not its result: who may see it, and what others made of it. The
 * works feature decides; the rows are kept here.
 */

/** Holds a version until the transaction ends, so that what is decided about it at once is decided one after the other. */
export const lockVersion = (db: Db, id: number): Promise<Version | undefined> =>
  db
    .updateTable('submissions')
    .set((to) => ({ like_count: to.ref('like_count') }))
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirst()

type Visibility = Partial<
  Pick<Version, 'share' | 'share_state' | 'share_answer' | 'hidden' | 'hidden_reason' | 'featured' | 'featured_reason'>
>

/** Changes how a version that is held is shown. */
export const setVisibility = async (db: Db, id: number, visibility: Visibility): Promise<void> => {
  await db.updateTable('submissions').set(visibility).where('id', '=', id).execute()
}

/** Moves the number of likes and answers it. */
export const countLikes = async (db: Db, id: number, by: 1 | -1): Promise<number> => {
  const { like_count } = await db
    .updateTable('submissions')
    .set((to) => ({ like_count: to('like_count', '+', by) }))
    .where('id', '=', id)
    .returning('like_count')
    .executeTakeFirstOrThrow()
  return like_count
}
