import { sql } from 'kysely'
import type { Db } from '../db/schema.ts'
import { isWaiting } from '../submissions/status-store.ts'

// Maximum posts in one statement.
const atOnce = 500

export type QuotedPost = { id: number; guild_id: number; task_id: number }

/** A person's posts, including deleted ones. */
export const postsOf = (db: Db, user_id: number): Promise<QuotedPost[]> =>
  db.selectFrom('discussions').select(['id', 'guild_id', 'task_id']).where('user_id', '=', user_id).execute()

/**
 * People who may have been told of a person's posts: those who wrote in the same threads, and those who are mentioned
 * in them.
 */
export const toldOfPosts = async (db: Db, user_id: number, posts: readonly QuotedPost[]): Promise<number[]> => {
  const told = new Set<number>()
  const thread = sql<number>`coalesce(own.parent_id, own.id)`
  for (let at = 0; at < posts.length; at += atOnce) {
    const ids = posts.slice(at, at + atOnce).map(({ id }) => id)
    const threads = db.selectFrom('discussions as own').select(thread.as('id')).where('own.id', 'in', ids)
    const rows = await db
      .selectFrom('discussions as d')
      .select('d.user_id')
      .where((where) => where.or([where('d.id', 'in', threads), where('d.parent_id', 'in', threads)]))
      .union(db.selectFrom('discussion_mentions').select('user_id').where('discussion_id', 'in', ids))
      .execute()
    for (const row of rows) told.add(row.user_id)
  }
  told.delete(user_id)
  return [...told]
}

/**
 * A person's open requests to staff and waiting versions; also the note threads under their results, and their works
 * that are proposed or picked.
 */
export const openThings = async (db: Db, user_id: number) => {
  const of = (table: 'appeals' | 'extension_requests') =>
    db.selectFrom(table).select('id').where('user_id', '=', user_id).where('status', '=', 'open').execute()
  return {
    appeals: await of('appeals'),
    extensions: await of('extension_requests'),
    threads: await db
      .selectFrom('note_threads')
      .select(['task_id', 'student_id'])
      .where('student_id', '=', user_id)
      .execute(),
    picks: await db
      .selectFrom('work_picks as p')
      .innerJoin('submissions as s', 's.id', 'p.submission_id')
      .select('p.submission_id')
      .where('s.user_id', '=', user_id)
      .execute(),
    waiting: await db
      .selectFrom('submissions')
      .select('task_id')
      .distinct()
      .where('user_id', '=', user_id)
      .where(isWaiting('submissions'))
      .execute(),
  }
}

/** What a person did as staff that shows their name in the boxes of others. */
export const namedAsStaff = async (db: Db, user_id: number) => ({
  notes: await db
    .selectFrom('submission_notes')
    .select('id')
    .where('author_id', '=', user_id)
    .where('role', '!=', 'student')
    .execute(),
  proposed: await db
    .selectFrom('work_picks')
    .select('submission_id')
    .where('picked_by', '=', user_id)
    .where('status', '=', 'proposed')
    .execute(),
  invited: await db
    .selectFrom('guild_invitations')
    .select(['guild_id', 'user_id'])
    .where('invited_by', '=', user_id)
    .where('status', '=', 'waiting')
    .execute(),
})
