import { sql } from 'kysely'
import type { Db } from '../db/schema.ts'
import { nicknameTo } from '../guilds/name-store.ts'
import { visibleWorks, type Viewer } from './gallery-store.ts'
import { stillWorkingAt } from './over-store.ts'

/** Whether somebody likes a work. */
export const likes = async (db: Db, submission_id: number, user_id: number): Promise<boolean> => {
  const row = await db
    .selectFrom('work_likes')
    .select('user_id')
    .where('submission_id', '=', submission_id)
    .where('user_id', '=', user_id)
    .executeTakeFirst()
  return row !== undefined
}

/** Adds a like; false where there is one already. */
export const addLike = async (
  db: Db,
  like: { submission_id: number; user_id: number; created_at: number },
): Promise<boolean> => {
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('work_likes')
    .values(like)
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst()
  return (numInsertedOrUpdatedRows ?? 0n) > 0n
}

/** Takes a like back; false where there is none. */
export const removeLike = async (db: Db, submission_id: number, user_id: number): Promise<boolean> => {
  const { numDeletedRows } = await db
    .deleteFrom('work_likes')
    .where('submission_id', '=', submission_id)
    .where('user_id', '=', user_id)
    .executeTakeFirst()
  return numDeletedRows > 0n
}

/** Hides a work from one person. */
export const hideFrom = async (
  db: Db,
  hiding: { submission_id: number; user_id: number; created_at: number },
): Promise<void> => {
  await db
    .insertInto('work_hidings')
    .values(hiding)
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

export type LikeState = { id: number; user_id: number; like_count: number; liked: number }

/** The likes of the given works that a person may look at; their own are included whatever the state. */
export const likeStates = async (db: Db, ids: readonly number[], viewer: Viewer): Promise<LikeState[]> => {
  if (ids.length === 0) return []
  const working_at = await stillWorkingAt(db, viewer)
  return db
    .selectFrom('submissions')
    .leftJoin('work_likes', (join) =>
      join.onRef('work_likes.submission_id', '=', 'submissions.id').on('work_likes.user_id', '=', viewer.user_id),
    )
    .select(['submissions.id', 'submissions.user_id', 'submissions.like_count'])
    .select(sql<number>`case when work_likes.user_id is null then 0 else 1 end`.as('liked'))
    .where('submissions.id', 'in', ids)
    .where((where) =>
      where.or([
        where('submissions.user_id', '=', viewer.user_id),
        where(
          'submissions.id',
          'in',
          visibleWorks(db, viewer, working_at).where('submissions.id', 'in', ids).select('submissions.id'),
        ),
      ]),
    )
    .execute()
}

const RECENT = 3

/**
 * The latest people who liked some works, as a reader knows them: at most three nicknames each, newest first; null for
 * a person whose name the reader may not know.
 */
export const recentLikes = async (
  db: Db,
  ids: readonly number[],
  reader_id: number,
): Promise<Map<number, (string | null)[]>> => {
  const names = new Map<number, (string | null)[]>()
  if (ids.length === 0) return names
  const ranked = db
    .selectFrom('work_likes')
    .innerJoin('users', 'users.id', 'work_likes.user_id')
    .select(['work_likes.submission_id', nicknameTo(reader_id).as('nickname')])
    .select(
      sql<number>`row_number() over (partition by work_likes.submission_id order by work_likes.created_at desc, work_likes.user_id desc)`.as(
        'place',
      ),
    )
    .where('work_likes.submission_id', 'in', ids)
  const rows = await db
    .selectFrom(ranked.as('ranked'))
    .selectAll()
    .where('place', '<=', RECENT)
    .orderBy('submission_id')
    .orderBy('place')
    .execute()
  for (const { submission_id, nickname } of rows)
    names.set(submission_id, [...(names.get(submission_id) ?? []), nickname])
  return names
}

export type Pick = {
  status: 'proposed' | 'agreed'
  reason: string
  picked_by: number
  picked_at: number
  by: string
  agreed_at: number | null
}

/** The pick of a work with the nickname of who picked it. */
export const findPick = (db: Db, submission_id: number): Promise<Pick | undefined> =>
  db
    .selectFrom('work_picks as pick')
    .innerJoin('users', 'users.id', 'pick.picked_by')
    .select([
      'pick.status',
      'pick.reason',
      'pick.picked_by',
      'pick.picked_at',
      'pick.agreed_at',
      'users.nickname as by',
    ])
    .where('pick.submission_id', '=', submission_id)
    .executeTakeFirst()

/** The picks of a task's works that wait for a teacher, with the nicknames of who picked them. */
export const proposedOf = (db: Db, task_id: number) =>
  db
    .selectFrom('work_picks as pick')
    .innerJoin('submissions', 'submissions.id', 'pick.submission_id')
    .innerJoin('users', 'users.id', 'pick.picked_by')
    .select(['pick.submission_id', 'submissions.title', 'submissions.guild_id', 'users.nickname as by'])
    .where('submissions.task_id', '=', task_id)
    .where('pick.status', '=', 'proposed')
    .orderBy('pick.submission_id')
    .execute()

type NewPick = {
  submission_id: number
  guild_id: number
  status: 'proposed' | 'agreed'
  reason: string
  user_id: number
  now: number
}

/** Saves a pick, replacing an existing one. */
export const savePick = async (db: Db, { user_id, now, ...pick }: NewPick): Promise<void> => {
  const agreed =
    pick.status === 'agreed' ? { agreed_by: user_id, agreed_at: now } : { agreed_by: null, agreed_at: null }
  await db
    .insertInto('work_picks')
    .values({ ...pick, picked_by: user_id, picked_at: now, ...agreed })
    .onConflict((conflict) =>
      conflict
        .column('submission_id')
        .doUpdateSet({ status: pick.status, reason: pick.reason, picked_by: user_id, picked_at: now, ...agreed }),
    )
    .execute()
}

/** Agrees with what an assistant picked, which stays the assistant's; false where nothing is proposed. */
export const agreeWithPick = async (db: Db, submission_id: number, user_id: number, now: number): Promise<boolean> => {
  const { numUpdatedRows } = await db
    .updateTable('work_picks')
    .set({ status: 'agreed', agreed_by: user_id, agreed_at: now })
    .where('submission_id', '=', submission_id)
    .where('status', '=', 'proposed')
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Takes a pick away; false where there is none. */
export const removePick = async (db: Db, submission_id: number): Promise<boolean> => {
  const { numDeletedRows } = await db
    .deleteFrom('work_picks')
    .where('submission_id', '=', submission_id)
    .executeTakeFirst()
  return numDeletedRows > 0n
}
