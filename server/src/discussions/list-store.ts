import { sql, type Expression, type SqlBool } from 'kysely'
import { pageOf, type OrderBy, type Page, type PageRequest } from '../db/paging.ts'
import type { Db } from '../db/schema.ts'
import { nicknameTo } from '../guilds/name-store.ts'
import { readableBy, type Reader } from './store.ts'

export type Sort = 'new' | 'hot' | 'unanswered'

/**
 * Posts with their authors, under the names a reader may see, in one query to which callers add columns for their
 * readers; `d` is the post, `root` its question.
 */
export const postsWithAuthors = <N extends string | null>(db: Db, nickname: Expression<N>) =>
  db
    .selectFrom('discussions as d')
    .innerJoin('users', 'users.id', 'd.user_id')
    .leftJoin('discussions as root', 'root.id', 'd.parent_id')
    .leftJoin('ledger_totals as totals', 'totals.user_id', 'd.user_id')
    .select([
      'd.id',
      'd.task_id',
      'd.guild_id',
      'd.user_id',
      'd.role',
      'd.parent_id',
      'd.content',
      'd.content_html',
      'd.anonymous',
    ])
    .select([
      'd.answer_rank',
      'd.pinned_at',
      'd.like_count',
      'd.reply_count',
      'd.heat',
      'd.edited_at',
      'd.deleted_at',
      'd.hidden_at',
    ])
    .select([
      'd.hidden_reason',
      'd.held_at',
      'd.created_at',
      sql<N>`${nickname}`.as('nickname'),
      'users.avatar_file_id',
      'users.head',
      'totals.experience',
    ])
    .select(['root.user_id as root_user_id', 'root.anonymous as root_anonymous'])

const posts = (db: Db, user_id: number) =>
  postsWithAuthors(db, nicknameTo(user_id)).select(
    sql<number>`case when exists (select 1 from discussion_likes as mine where mine.discussion_id = d.id and mine.user_id = ${user_id}) then 1 else 0 end`.as(
      'liked',
    ),
  )

/** A post with its author, as lists and answers show it. */
export type PostRow = Awaited<ReturnType<ReturnType<typeof posts>['executeTakeFirstOrThrow']>>

const newest = { field: 'id', column: 'd.id', direction: 'desc' } as const
const pinned = { field: 'pinned_at', column: 'd.pinned_at', direction: 'desc' } as const
const orders: Readonly<Record<Sort, readonly OrderBy<PostRow>[]>> = {
  new: [pinned, newest],
  hot: [pinned, { field: 'heat', column: 'd.heat', direction: 'desc' }, newest],
  unanswered: [newest],
}

/** The answer first, then in the order of writing. */
export const replyOrder: readonly OrderBy<PostRow>[] = [
  { field: 'answer_rank', column: 'd.answer_rank', direction: 'asc' },
  { field: 'id', column: 'd.id', direction: 'asc' },
]

/** The questions of a task that somebody may read, or the one of them with an id. */
export const listRoots = (
  db: Db,
  { task_id, id }: { task_id: number; id?: number | undefined },
  reader: Reader,
  sort: Sort,
  page: PageRequest,
): Promise<Page<PostRow>> => {
  const isMeant = sql<SqlBool>`d.task_id = ${task_id} and d.parent_id is null and ${readableBy(reader)} ${sort === 'unanswered' ? sql`and d.reply_count = 0` : sql``} ${id === undefined ? sql`` : sql`and d.id = ${id}`}`
  return pageOf(
    db,
    posts(db, reader.user_id).where(isMeant),
    orders[sort],
    page,
    db.selectFrom('discussions as d').where(isMeant),
  )
}

/** The replies of a question that somebody may read. */
export const listReplies = (db: Db, root_id: number, reader: Reader, page: PageRequest): Promise<Page<PostRow>> => {
  const isMeant = sql<SqlBool>`d.parent_id = ${root_id} and ${readableBy(reader)}`
  return pageOf(
    db,
    posts(db, reader.user_id).where(isMeant),
    replyOrder,
    page,
    db.selectFrom('discussions as d').where(isMeant),
  )
}

/** The first `shown` replies to each of several questions, and one more where there are others: one query. */
export const firstReplies = async (
  db: Db,
  root_ids: readonly number[],
  reader: Reader,
  shown: number,
): Promise<Map<number, PostRow[]>> => {
  if (root_ids.length === 0) return new Map()
  const placed = db
    .selectFrom('discussions as d')
    .select('d.id')
    .select(sql<number>`row_number() over (partition by d.parent_id order by d.answer_rank, d.id)`.as('place'))
    .where('d.parent_id', 'in', root_ids)
    .where(readableBy(reader))
  const rows = await posts(db, reader.user_id)
    .where(
      'd.id',
      'in',
      db
        .selectFrom(placed.as('placed'))
        .select('placed.id')
        .where('placed.place', '<=', shown + 1),
    )
    .orderBy('d.answer_rank')
    .orderBy('d.id')
    .execute()
  return Map.groupBy(rows, ({ parent_id }) => parent_id ?? 0)
}

/** One post as it is shown, whatever its state: the caller has decided that this user may see it. */
export const showPost = (db: Db, id: number, user_id: number): Promise<PostRow> =>
  posts(db, user_id).where('d.id', '=', id).executeTakeFirstOrThrow()
