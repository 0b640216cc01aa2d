import { sql } from 'kysely'
import { pageOf, type PageRequest } from '../db/paging.ts'
import type { Db } from '../db/schema.ts'

/** A published announcement, as a member who may reply to it sees it. */
export const announcementToReply = (db: Db, guild_id: number, id: number) =>
  db
    .selectFrom('announcements')
    .select(['id', 'title', 'takes_replies'])
    .where('guild_id', '=', guild_id)
    .where('id', '=', id)
    .where('published_at', 'is not', null)
    .where('taken_back_at', 'is', null)
    .executeTakeFirst()

/** The reply of a member; empty where there is none. */
export const replyOf = async (db: Db, announcement_id: number, user_id: number): Promise<string> => {
  const found = await db
    .selectFrom('announcement_replies')
    .select('content')
    .where('announcement_id', '=', announcement_id)
    .where('user_id', '=', user_id)
    .executeTakeFirst()
  return found?.content ?? ''
}

/** Stores the one reply of a member, replacing an earlier one. */
export const putReply = async (
  db: Db,
  reply: { announcement_id: number; user_id: number; content: string; written_at: number },
): Promise<void> => {
  const { content, written_at } = reply
  await db
    .insertInto('announcement_replies')
    .values(reply)
    .onConflict((conflict) => conflict.columns(['announcement_id', 'user_id']).doUpdateSet({ content, written_at }))
    .execute()
}

/** Deletes the reply of a member; false where there was none. */
export const dropReply = async (db: Db, announcement_id: number, user_id: number): Promise<boolean> => {
  const { numDeletedRows } = await db
    .deleteFrom('announcement_replies')
    .where('announcement_id', '=', announcement_id)
    .where('user_id', '=', user_id)
    .executeTakeFirst()
  return numDeletedRows > 0n
}

/** How many replied to an announcement. */
export const countReplies = async (db: Db, announcement_id: number): Promise<number> => {
  const { n } = await db
    .selectFrom('announcement_replies')
    .select(sql<number>`count(*)`.as('n'))
    .where('announcement_id', '=', announcement_id)
    .executeTakeFirstOrThrow()
  return Number(n)
}

/** What was replied to an announcement, the last first, with whoever wrote it as staff see them. */
export const listReplies = (db: Db, announcement_id: number, page: PageRequest) =>
  pageOf(
    db,
    db
      .selectFrom('announcement_replies as r')
      .innerJoin('users', 'users.id', 'r.user_id')
      .select(['r.content', 'r.written_at', 'users.id as user_id', 'users.nickname', 'users.real_name'])
      .select(['users.student_no', 'users.organization_name as class_name', 'users.avatar_file_id', 'users.head'])
      .where('r.announcement_id', '=', announcement_id),
    [
      { field: 'written_at', column: 'r.written_at', direction: 'desc' },
      { field: 'user_id', column: 'r.user_id', direction: 'desc' },
    ],
    page,
  )

export type StoredReply = Awaited<ReturnType<typeof listReplies>>['list'][number]
