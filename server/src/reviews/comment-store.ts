import { sql, type Selectable } from 'kysely'
import { holdAccount } from '../accounts/log-in-store.ts'
import type { Db } from '../db/schema.ts'
import { isStaffOf } from '../guilds/scope-store.ts'
import type { SavedCommentTable } from './tables.ts'

export type SavedComment = Selectable<SavedCommentTable>

/** How many comments one person may keep. */
export const MAX_COMMENTS = 100

/** The user's own comments, and the newest 100 that others share in a guild they review, newest first. */
export const listComments = (db: Db, user_id: number, guild_id: number | null): Promise<SavedComment[]> =>
  db
    .selectFrom('saved_comments')
    .selectAll()
    .where((where) =>
      guild_id === null
        ? where('user_id', '=', user_id)
        : where.or([where('user_id', '=', user_id), where('id', 'in', sharedByOthers(db, user_id, guild_id))]),
    )
    .orderBy('id', 'desc')
    .execute()

// Limited apart from the user's own: however much others share, nobody loses sight of their own comments.
const sharedByOthers = (db: Db, user_id: number, guild_id: number) =>
  db
    .selectFrom('saved_comments')
    .select('id')
    .where('guild_id', '=', guild_id)
    .where('user_id', '!=', user_id)
    .orderBy('id', 'desc')
    .limit(MAX_COMMENTS)

/** Keeps a comment; undefined where its author has reached the limit. Call it in a transaction. */
export const addComment = async (db: Db, comment: Omit<SavedComment, 'id'>): Promise<SavedComment | undefined> => {
  await holdAccount(db, { user_id: comment.user_id })
  const { count } = await db
    .selectFrom('saved_comments')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('user_id', '=', comment.user_id)
    .executeTakeFirstOrThrow()
  if (Number(count) >= MAX_COMMENTS) return undefined
  return db.insertInto('saved_comments').values(comment).returningAll().executeTakeFirstOrThrow()
}

// Somebody who was dismissed must not write into a guild by what they shared there: what they change leaves it.
const sharedStill = (user_id: number) =>
  sql<
    number | null
  >`case when ${isStaffOf(user_id, 'saved_comments.guild_id', 'can_review')} then saved_comments.guild_id end`

/** Changes a comment of one's own, which stays shared only where its author reviews; undefined where there is none. */
export const changeComment = (
  db: Db,
  { id, user_id, changes }: { id: number; user_id: number; changes: Partial<Pick<SavedComment, 'text' | 'guild_id'>> },
): Promise<SavedComment | undefined> =>
  db
    .updateTable('saved_comments')
    .set({ guild_id: sharedStill(user_id), ...changes })
    .where((where) => where.and({ id, user_id }))
    .returningAll()
    .executeTakeFirst()

/** Removes a comment of one's own; false where there is none. */
export const removeComment = async (db: Db, id: number, user_id: number): Promise<boolean> => {
  const { numDeletedRows } = await db
    .deleteFrom('saved_comments')
    .where((where) => where.and({ id, user_id }))
    .executeTakeFirst()
  return numDeletedRows > 0n
}
