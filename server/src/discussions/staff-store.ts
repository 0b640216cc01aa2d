import { sql, type SqlBool } from 'kysely'
import { pageOf, type OrderBy, type PageRequest } from '../db/paging.ts'
import type { Db } from '../db/schema.ts'
import { isStaffOf } from '../guilds/scope-store.ts'
import { postsWithAuthors, replyOrder, type PostRow, type Sort } from './list-store.ts'

/** The posts staff ask for; null for no filter. */
export type StaffFilter = {
  guild_id: number | null
  task_id: number | null
  parent_id: number | null
  /** Selects the question that this post is or belongs to. */
  post_id: number | null
  sort: Sort | null
  visibility: 'shown' | 'held' | 'hidden' | null
}

/**
 * For `where`: posts of the guilds where a user is staff; administrators are staff of all. Hidden and held posts are
 * only for those who decide: an assistant without the switch reads what members read.
 */
const readableByStaff = (user_id: number) => {
  const isShown = sql<SqlBool>`(d.hidden_at is null and d.held_at is null and root.hidden_at is null and root.held_at is null)`
  return sql<SqlBool>`(${isStaffOf(user_id, 'd.guild_id', 'can_moderate')} or (${isShown} and ${isStaffOf(user_id, 'd.guild_id')}))`
}

const posts = (db: Db, user_id: number) =>
  postsWithAuthors(db, sql.ref<string>('users.nickname'))
    .innerJoin('tasks', 'tasks.id', 'd.task_id')
    .innerJoin('guilds', 'guilds.id', 'd.guild_id')
    .select(['users.real_name', 'users.student_no', 'tasks.title as task', 'guilds.name as guild'])
    .select(sql<number>`0`.as('liked'))
    .select(
      sql<number>`(select count(*) from reports where reports.target = 'discussion' and reports.target_id = d.id and reports.status = 'open')`.as(
        'open_reports',
      ),
    )
    .select(
      sql<number>`(select count(*) from discussion_edits as edits where edits.discussion_id = d.id)`.as('edit_count'),
    )
    .where(readableByStaff(user_id))

/** A post as staff see it, with its writer. */
export type StaffPostRow = Awaited<ReturnType<ReturnType<typeof posts>['executeTakeFirstOrThrow']>>

const newest = { field: 'id', column: 'd.id', direction: 'desc' } as const
const hottest = { field: 'heat', column: 'd.heat', direction: 'desc' } as const

const orderOf = ({ parent_id, sort }: StaffFilter): readonly OrderBy<StaffPostRow>[] =>
  parent_id !== null ? (replyOrder as readonly OrderBy<PostRow>[]) : sort === 'hot' ? [hottest, newest] : [newest]

const questionOf = (db: Db, id: number) =>
  db
    .selectFrom('discussions as post')
    .select(sql<number>`coalesce(post.parent_id, post.id)`.as('id'))
    .where('post.id', '=', id)

/** Posts of the guilds somebody is staff of. */
export const listForStaff = (db: Db, user_id: number, filter: StaffFilter, page: PageRequest) => {
  const { guild_id, task_id, parent_id, post_id, sort, visibility } = filter
  let rows = posts(db, user_id)
  if (guild_id !== null) rows = rows.where('d.guild_id', '=', guild_id)
  if (task_id !== null) rows = rows.where('d.task_id', '=', task_id)
  if (parent_id !== null) rows = rows.where('d.parent_id', '=', parent_id)
  // The discussion of one task is shown as members read it: questions with their replies below.
  else if (task_id !== null || sort === 'unanswered') rows = rows.where('d.parent_id', 'is', null)
  if (post_id !== null) rows = rows.where('d.id', '=', questionOf(db, post_id))
  // As in `countUnanswered`: a hidden or held question waits for a decision, not for a reply.
  if (sort === 'unanswered')
    rows = rows
      .where('d.reply_count', '=', 0)
      .where('d.deleted_at', 'is', null)
      .where('d.hidden_at', 'is', null)
      .where('d.held_at', 'is', null)
  // Nobody can answer below a task in the bin, nor in an archived guild.
  if (sort === 'unanswered') rows = rows.where('tasks.status', '!=', 'trashed').where('guilds.status', '=', 'active')
  if (visibility === 'hidden') rows = rows.where('d.hidden_at', 'is not', null)
  if (visibility === 'held') rows = rows.where('d.held_at', 'is not', null)
  if (visibility === 'shown') rows = rows.where('d.hidden_at', 'is', null).where('d.held_at', 'is', null)
  return pageOf(db, rows, orderOf(filter), page)
}

/** One post of a guild somebody is staff of. */
export const findForStaff = (db: Db, user_id: number, id: number): Promise<StaffPostRow | undefined> =>
  posts(db, user_id).where('d.id', '=', id).executeTakeFirst()
