import { sql, type SqlBool } from 'kysely'
import { pageOf, type PageRequest } from '../db/paging.ts'
import type { Db } from '../db/schema.ts'
import { isStaffOf } from '../guilds/scope-store.ts'
import type { ReportTable } from './tables.ts'

export type Target = Pick<ReportTable, 'target' | 'target_id'>
export type ReportStatus = 'open' | 'kept' | 'hidden'

/** Stores a report; returns false where its reporter had already reported the thing. */
export const addReport = async (
  db: Db,
  report: Target & Pick<ReportTable, 'guild_id' | 'reporter_id' | 'reason' | 'created_at'> & { note: string },
): Promise<boolean> => {
  const added = await db
    .insertInto('reports')
    .values({ ...report, decided_by: null, decided_at: null })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst()
  return added !== undefined
}

const about = (db: Db, { target, target_id }: Target) =>
  db.selectFrom('reports').where('target', '=', target).where('target_id', '=', target_id)

/** The number of people with undecided reports about a thing. */
export const countOpen = async (db: Db, target: Target): Promise<number> => {
  const { people } = await about(db, target)
    .where('status', '=', 'open')
    .select(sql<number>`count(*)`.as('people'))
    .executeTakeFirstOrThrow()
  return people
}

/** Whether somebody has reported a thing. */
export const hasReported = async (db: Db, target: Target & { reporter_id: number }): Promise<boolean> =>
  (await about(db, target).where('reporter_id', '=', target.reporter_id).select('id').executeTakeFirst()) !== undefined

/** A report by its id. */
export const findReport = (db: Db, id: number) =>
  db
    .selectFrom('reports')
    .select(['id', 'target', 'target_id', 'guild_id', 'status'])
    .where('id', '=', id)
    .executeTakeFirst()

/** Decides all open reports about a thing, and returns how many there were. */
export const decideReports = async (
  db: Db,
  { target, target_id }: Target,
  status: 'kept' | 'hidden',
  decided_by: number,
  now: number,
): Promise<number> => {
  const { numUpdatedRows } = await db
    .updateTable('reports')
    .set({ status, decided_by, decided_at: now })
    .where('target', '=', target)
    .where('target_id', '=', target_id)
    .where('status', '=', 'open')
    .executeTakeFirst()
  return Number(numUpdatedRows)
}

export type Inbox = { user_id: number; guild_id: number | null; status: 'open' | 'decided' }

/** Reported things in the guilds a user moderates, one row for each thing. */
export const listReported = (db: Db, { user_id, guild_id, status }: Inbox, page: PageRequest) => {
  const isOpen = status === 'open'
  const wanted = db
    .selectFrom('reports')
    .select(['target', 'target_id', 'guild_id', 'status'])
    .select([sql<number>`min(id)`.as('id'), sql<number>`count(*)`.as('people')])
    .select([sql<number>`min(created_at)`.as('created_at'), sql<number | null>`max(decided_at)`.as('decided_at')])
    .where(isOpen ? sql<SqlBool>`status = 'open'` : sql<SqlBool>`status <> 'open'`)
    .where(isStaffOf(user_id, 'reports.guild_id', 'can_moderate'))
    .groupBy(['target', 'target_id', 'guild_id', 'status'])
  const grouped = guild_id === null ? wanted : wanted.where('guild_id', '=', guild_id)
  const rows = db
    .selectFrom(grouped.as('reported'))
    .innerJoin('guilds', 'guilds.id', 'reported.guild_id')
    .selectAll('reported')
    .select('guilds.name as guild')
  return pageOf(db, rows, [{ field: 'id', column: 'reported.id', direction: isOpen ? 'asc' : 'desc' }], page)
}
export type Reported = Awaited<ReturnType<typeof listReported>>['list'][number]

const shownOfEach = 10

/** The reports about these things, at most ten of each. */
export const listReportsAbout = async (db: Db, reported: readonly Reported[]) => {
  if (reported.length === 0) return []
  const placed = db
    .selectFrom('reports')
    .select(['id', 'target', 'target_id', 'status', 'reason', 'note', 'created_at'])
    .select(sql<number>`row_number() over (partition by target, target_id, status order by id)`.as('place'))
    .where((where) =>
      where.or(reported.map(({ target, target_id, status }) => where.and({ target, target_id, status }))),
    )
  return db.selectFrom(placed.as('placed')).selectAll().where('place', '<=', shownOfEach).orderBy('id').execute()
}

const writer = ['users.id as user_id', 'users.nickname', 'users.real_name', 'users.student_no'] as const

/** The posts behind reports, with who wrote them and the question above. */
export const reportedPosts = async (db: Db, ids: readonly number[]) =>
  ids.length === 0
    ? []
    : db
        .selectFrom('discussions as d')
        .innerJoin('users', 'users.id', 'd.user_id')
        .innerJoin('tasks', 'tasks.id', 'd.task_id')
        .leftJoin('discussions as root', 'root.id', 'd.parent_id')
        .select([
          'd.id',
          'd.content_html',
          'd.anonymous',
          'd.task_id',
          'tasks.title as task',
          'root.content_html as context',
          ...writer,
        ])
        .where('d.id', 'in', ids)
        .execute()

/** The notes behind reports, with who wrote them. */
export const reportedNotes = async (db: Db, ids: readonly number[]) =>
  ids.length === 0
    ? []
    : db
        .selectFrom('submission_notes as n')
        .innerJoin('users', 'users.id', 'n.author_id')
        .innerJoin('tasks', 'tasks.id', 'n.task_id')
        .select(['n.id', 'n.content', 'n.task_id', 'tasks.title as task', ...writer])
        .where('n.id', 'in', ids)
        .execute()

/** The works behind reports, with who made them. */
export const reportedWorks = async (db: Db, ids: readonly number[]) =>
  ids.length === 0
    ? []
    : db
        .selectFrom('submissions')
        .innerJoin('users', 'users.id', 'submissions.user_id')
        .innerJoin('tasks', 'tasks.id', 'submissions.task_id')
        .select([
          'submissions.id',
          'submissions.content_html',
          'submissions.title',
          'submissions.task_id',
          'tasks.title as task',
          ...writer,
        ])
        .where('submissions.id', 'in', ids)
        .execute()
