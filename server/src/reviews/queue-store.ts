import { sql, type SelectQueryBuilder, type SqlBool } from 'kysely'
import { contains } from '../db/contains.ts'
import { pageOf, type Page, type PageRequest } from '../db/paging.ts'
import type { Db, Schema } from '../db/schema.ts'
import { isStaffOf } from '../guilds/scope-store.ts'
import { isHeld, isWaiting } from '../submissions/status-store.ts'

/** Guilds in which a user may see the works of students; for administrators, all of them. */
export const reviewable = (db: Db, user_id: number, isAdmin: boolean) =>
  db
    .selectFrom('guilds')
    .select('guilds.id')
    .where(isStaffOf({ user_id, is_admin: isAdmin }, 'guilds.id', 'can_review'))

// Literals instead of parameters, so that each status uses its own index.
const hasStatus = {
  waiting: isWaiting('submissions'),
  reviewed: isHeld('submissions'),
  released: sql<SqlBool>`submissions.status = 'released'`,
  all: sql<SqlBool>`submissions.status <> 'withdrawn'`,
} as const

export type QueueFilter = PageRequest & {
  guild_id?: number
  task_id?: number
  set_id?: number
  status?: keyof typeof hasStatus
  class_name?: string
  keyword?: string
  late?: boolean
  mine?: boolean
}

/** A version with its task, guild and student, as the queue shows it. */
const versions = (db: Db) =>
  db
    .selectFrom('submissions')
    .innerJoin('tasks', 'tasks.id', 'submissions.task_id')
    .innerJoin('guilds', 'guilds.id', 'submissions.guild_id')
    .innerJoin('users', 'users.id', 'submissions.user_id')
    .leftJoin('users as reviewers', 'reviewers.id', 'submissions.reviewer_id')
    .leftJoin('results as verdict', (join) =>
      join.onRef('verdict.submission_id', '=', 'submissions.id').on('verdict.status', 'in', ['held', 'released']),
    )
    .select([
      'submissions.id',
      'submissions.version',
      'submissions.task_id',
      'tasks.title as task_title',
      'submissions.guild_id',
      'guilds.name as guild_name',
      'submissions.user_id',
      'users.nickname',
      'users.real_name',
      'users.student_no',
      'users.organization_name as class_name',
      'users.avatar_file_id',
      'users.head',
      'submissions.submitted_at',
      'submissions.late',
      'submissions.status',
      // A held score is stored only with its result.
      sql<number | null>`coalesce(submissions.score, verdict.score)`.as('score'),
      'verdict.decision',
      'submissions.featured',
      'submissions.reviewer_id',
      'submissions.review_until',
      'reviewers.nickname as reviewer',
    ])

export type QueueItem = Awaited<ReturnType<ReturnType<typeof versions>['executeTakeFirstOrThrow']>>

const byWait = [
  { field: 'submitted_at', column: 'submissions.submitted_at', direction: 'asc' },
  { field: 'id', column: 'submissions.id', direction: 'asc' },
] as const

/**
 * Works of others in the guilds the caller reviews, longest wait first: one query and the count. Works of tasks in the
 * bin are excluded; so are works in archived guilds, except with the status `released` or `all`.
 */
export const listQueue = (
  db: Db,
  staff: { user_id: number; isAdmin: boolean },
  filter: QueueFilter,
): Promise<Page<QueueItem>> => {
  let rows = versions(db)
    .where(hasStatus[filter.status ?? 'waiting'])
    .where('submissions.user_id', '!=', staff.user_id)
    .where('tasks.status', '!=', 'trashed')
  // Administrators may read every guild: without this condition the index of waiting works is read from its start.
  if (!staff.isAdmin) rows = rows.where('submissions.guild_id', 'in', reviewable(db, staff.user_id, false))
  if (filter.status !== 'released' && filter.status !== 'all') rows = rows.where('guilds.status', '=', 'active')
  if (filter.guild_id !== undefined) rows = rows.where('submissions.guild_id', '=', filter.guild_id)
  if (filter.task_id !== undefined) rows = rows.where('submissions.task_id', '=', filter.task_id)
  if (filter.set_id !== undefined) rows = rows.where('tasks.set_id', '=', filter.set_id)
  if (filter.class_name !== undefined) rows = rows.where('users.organization_name', '=', filter.class_name)
  if (filter.late !== undefined) rows = rows.where('submissions.late', '=', filter.late)
  if (filter.mine)
    rows = rows.where((where) =>
      where.or([
        where('submissions.reviewer_id', '=', staff.user_id),
        where('verdict.reviewer_id', '=', staff.user_id),
      ]),
    )
  const { keyword } = filter
  if (keyword)
    rows = rows.where((where) =>
      where.or(
        ['users.nickname', 'users.real_name', 'users.student_no', 'tasks.title'].map((column) =>
          contains(db, column, keyword),
        ),
      ),
    )
  return pageOf(db, rows, byWait, filter)
}

/** One version, for a user who may review it; undefined for everybody else, as if it did not exist. */
export const findForReview = (
  db: Db,
  staff: { user_id: number; isAdmin: boolean },
  submit_id: number,
): Promise<QueueItem | undefined> =>
  versions(db)
    .where('submissions.id', '=', submit_id)
    .where('submissions.guild_id', 'in', reviewable(db, staff.user_id, staff.isAdmin))
    .executeTakeFirst()

const requestPerson = [
  'users.nickname',
  'users.real_name',
  'users.student_no',
  'users.organization_name as class_name',
  'users.avatar_file_id',
  'users.head',
] as const
type InboxFilter<S extends string> = PageRequest & { guild_id?: number; status?: S }

/** A page of an inbox: open requests, then answered ones, each oldest first. */
const openFirst = <DB, TB extends keyof DB, O extends { id: number; answered: number }>(
  db: Db,
  rows: SelectQueryBuilder<DB, TB, O>,
  request: PageRequest,
) =>
  pageOf(
    db,
    db.selectFrom(rows.as('inbox')).selectAll('inbox') as unknown as SelectQueryBuilder<Schema, never, O>,
    [
      { field: 'answered', direction: 'asc' },
      { field: 'id', direction: 'asc' },
    ],
    request,
  )

/**
 * Guilds whose requests the caller reads. The filter `open` excludes archived guilds, where nothing can be answered.
 */
const whereTo = (db: Db, staff: { user_id: number; isAdmin: boolean }, status: string | undefined) => {
  const guilds = reviewable(db, staff.user_id, staff.isAdmin)
  return status === 'open' ? guilds.where('guilds.status', '=', 'active') : guilds
}

const appeals = (db: Db) =>
  db
    .selectFrom('appeals')
    .innerJoin('enrolments', 'enrolments.id', 'appeals.enrolment_id')
    .innerJoin('tasks', 'tasks.id', 'enrolments.task_id')
    .leftJoin('submissions', 'submissions.id', 'appeals.submission_id')
    .innerJoin('users', 'users.id', 'appeals.user_id')
    .selectAll('appeals')
    .select(['tasks.id as task_id', 'tasks.title as task_title', 'tasks.max_score'])
    // The number of an entered result is stored in the student's enrolment.
    .select(
      sql<number | null>`case when appeals.submission_id is null then enrolments.score else submissions.score end`.as(
        'score',
      ),
    )
    .select([...requestPerson])
    // Open ones first: 0 before 1.
    .select(sql<number>`case when appeals.status = 'open' then 0 else 1 end`.as('answered'))

export type AppealItem = Awaited<ReturnType<ReturnType<typeof appeals>['executeTakeFirstOrThrow']>>

/** Appeals in the guilds the caller reviews: open ones first, oldest first. */
export const listAppeals = (
  db: Db,
  staff: { user_id: number; isAdmin: boolean },
  filter: InboxFilter<'open' | 'kept' | 'changed'>,
): Promise<Page<AppealItem>> => {
  let rows = appeals(db).where('appeals.guild_id', 'in', whereTo(db, staff, filter.status))
  if (filter.guild_id !== undefined) rows = rows.where('appeals.guild_id', '=', filter.guild_id)
  if (filter.status !== undefined) rows = rows.where('appeals.status', '=', filter.status)
  if (filter.status === 'open') rows = rows.where('tasks.status', '!=', 'trashed')
  return openFirst(db, rows, filter)
}

/** One appeal, for a user who may answer it. */
export const findAppeal = (
  db: Db,
  staff: { user_id: number; isAdmin: boolean },
  id: number,
): Promise<AppealItem | undefined> =>
  appeals(db)
    .where('appeals.id', '=', id)
    .where('appeals.guild_id', 'in', reviewable(db, staff.user_id, staff.isAdmin))
    .executeTakeFirst()

const extensions = (db: Db) =>
  db
    .selectFrom('extension_requests')
    .innerJoin('tasks', 'tasks.id', 'extension_requests.task_id')
    .innerJoin('users', 'users.id', 'extension_requests.user_id')
    .selectAll('extension_requests')
    .select(['tasks.title as task_title', ...requestPerson])
    .select(sql<number>`case when extension_requests.status = 'open' then 0 else 1 end`.as('answered'))

export type ExtensionItem = Awaited<ReturnType<ReturnType<typeof extensions>['executeTakeFirstOrThrow']>>

/** Requests for more time in the guilds the caller reviews: open ones first, oldest first. */
export const listExtensions = (
  db: Db,
  staff: { user_id: number; isAdmin: boolean },
  filter: InboxFilter<'open' | 'granted' | 'refused'>,
): Promise<Page<ExtensionItem>> => {
  let rows = extensions(db).where('extension_requests.guild_id', 'in', whereTo(db, staff, filter.status))
  if (filter.guild_id !== undefined) rows = rows.where('extension_requests.guild_id', '=', filter.guild_id)
  if (filter.status !== undefined) rows = rows.where('extension_requests.status', '=', filter.status)
  if (filter.status === 'open') rows = rows.where('tasks.status', '!=', 'trashed')
  return openFirst(db, rows, filter)
}

/** One request for more time, for a user who may answer it. */
export const findExtension = (
  db: Db,
  staff: { user_id: number; isAdmin: boolean },
  id: number,
): Promise<ExtensionItem | undefined> =>
  extensions(db)
    .where('extension_requests.id', '=', id)
    .where('extension_requests.guild_id', 'in', reviewable(db, staff.user_id, staff.isAdmin))
    .executeTakeFirst()
