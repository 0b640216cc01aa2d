import type { Db } from '../db/schema.ts'
import type { Version } from './store.ts'

/**
 * Columns of a version that change after it was sealed and are not its result: who may see it, and its likes. The works
 * feature decides; the rows are kept here.
 */

/** Locks a version until the transaction ends, so that concurrent decisions about it run one after the other. */
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

/** Changes how a locked version is shown. */
export const setVisibility = async (db: Db, id: number, visibility: Visibility): Promise<void> => {
  await db.updateTable('submissions').set(visibility).where('id', '=', id).execute()
}

/** Changes the number of likes and returns it. */
export const countLikes = async (db: Db, id: number, by: 1 | -1): Promise<number> => {
  const { like_count } = await db
    .updateTable('submissions')
    .set((to) => ({ like_count: to('like_count', '+', by) }))
    .where('id', '=', id)
    .returning('like_count')
    .executeTakeFirstOrThrow()
  return like_count
}
