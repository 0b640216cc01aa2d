import { sql, type Expression, type SqlBool } from 'kysely'
import { compiled } from '../db/compiled.ts'
import { pageOf, type Page, type PageRequest } from '../db/paging.ts'
import type { Db } from '../db/schema.ts'

export type MineFilter = { guild_id?: number; task_id?: number; state?: string; from: number | null; to: number | null }

const myVersions = (db: Db) =>
  db
    .selectFrom('submissions')
    .innerJoin('tasks', 'tasks.id', 'submissions.task_id')
    .innerJoin('guilds', 'guilds.id', 'submissions.guild_id')
    .innerJoin('enrolments', 'enrolments.id', 'submissions.enrolment_id')
    .select(['submissions.id', 'submissions.task_id', 'tasks.title as task_title', 'submissions.guild_id', 'guilds.name as guild_name', 'submissions.title'])
    .select(['submissions.version', 'submissions.status', 'enrolments.state', 'submissions.late', 'submissions.submitted_at', 'submissions.score'])
    .select(['tasks.max_score', 'submissions.percent_final', 'submissions.share', 'submissions.like_count', 'submissions.featured', 'submissions.receipt_no'])
    .select(['submissions.excerpt', 'submissions.cover_file_id', 'submissions.review_until'])

/** A version as its author's lists show it. */
export type MyVersionRow = Awaited<ReturnType<ReturnType<typeof myVersions>['executeTakeFirstOrThrow']>>

/** Every version a person handed in, newest first. */
export const listMine = (db: Db, user_id: number, { guild_id, task_id, state, from, to }: MineFilter, page: PageRequest): Promise<Page<MyVersionRow>> => {
  let mine = myVersions(db).where('submissions.user_id', '=', user_id)
  if (guild_id !== undefined) mine = mine.where('submissions.guild_id', '=', guild_id)
  if (task_id !== undefined) mine = mine.where('submissions.task_id', '=', task_id)
  if (state !== undefined) mine = mine.where(sql`enrolments.state`, '=', state)
  if (from !== null) mine = mine.where('submissions.submitted_at', '>=', from)
  if (to !== null) mine = mine.where('submissions.submitted_at', '<=', to)
  return pageOf(db, mine, [{ field: 'id', column: 'submissions.id', direction: 'desc' }], page)
}

const ofEnrolment = compiled<{ enrolment_id: number }, MyVersionRow>((db, value) =>
  myVersions(db).where('submissions.enrolment_id', '=', value('enrolment_id')).orderBy('submissions.version', 'desc'),
)

/** All versions of one student-task as its author's lists show them, newest first. */
export const listOfEnrolment = (db: Db, enrolment_id: number): Promise<MyVersionRow[]> => ofEnrolment(db, { enrolment_id })

/** Who looks, and when: a work shows once its task is closed. */
export type Viewer = { user_id: number; now: number }

// Fixed words, not parameters: SQLite uses the index of shared works for nothing else.
const onShow: Expression<SqlBool> = sql<SqlBool>`submissions.status = 'released' and submissions.share <> 'none' and not submissions.hidden`

/** The version that passed, not an earlier one that was returned. A reopened row keeps its earlier result on show. */
const thatPassed: Expression<SqlBool> = sql<SqlBool>`(enrolments.state = 'passed' or enrolments.reopened_from = 'passed') and not exists (
  select 1 from submissions as newer where newer.enrolment_id = submissions.enrolment_id and newer.version > submissions.version and newer.status = 'released')`

const isMember = (user_id: number) =>
  sql<SqlBool>`exists (select 1 from guild_members as own where own.guild_id = submissions.guild_id and own.user_id = ${user_id} and own.status = 'member')`

/** Nobody learns a solution before the task is over, unless they have passed it themselves (behaviour 0.4, 4.8). */
const isOverFor = ({ user_id, now }: Viewer) =>
  sql<SqlBool>`(tasks.status in ('closed', 'archived') or tasks.closed_at <= ${now} or tasks.close_at <= ${now}
    or (tasks.close_at is null and (tasks.due_at is null or tasks.due_at <= ${now}))
    or exists (select 1 from enrolments as done where done.task_id = tasks.id and done.user_id = ${user_id} and done.state = 'passed'))`

const visibleWorks = (db: Db, viewer: Viewer) =>
  db
    .selectFrom('submissions')
    .innerJoin('enrolments', 'enrolments.id', 'submissions.enrolment_id')
    .innerJoin('tasks', 'tasks.id', 'submissions.task_id')
    .innerJoin('guilds', 'guilds.id', 'submissions.guild_id')
    .innerJoin('users', 'users.id', 'submissions.user_id')
    .select([
      'submissions.id',
      'submissions.task_id',
      'tasks.title as task_title',
      'submissions.guild_id',
      'guilds.name as guild_name',
      'guilds.hue',
      'guilds.glyph',
    ])
    .select(['submissions.title', 'submissions.user_id', 'users.nickname', 'users.avatar_file_id', 'submissions.submitted_at', 'submissions.featured'])
    .select(['submissions.like_count', 'submissions.excerpt', 'submissions.cover_file_id'])
    .select(sql<number>`case when submissions.featured then 1 else 0 end`.as('featured_rank'))
    .where(onShow)
    .where(thatPassed)
    .where('guilds.gallery', '=', true)
    .where('tasks.status', 'not in', ['draft', 'trashed'])
    .where(isOverFor(viewer))
    .where((where) => where.or([sql<SqlBool>`(submissions.share = 'site' and guilds.visibility = 'public')`, isMember(viewer.user_id)]))

/** A work as others see it in lists. */
export type WorkRow = Awaited<ReturnType<ReturnType<typeof visibleWorks>['executeTakeFirstOrThrow']>>

export type WorksFilter = {
  student_id?: number
  guild_id?: number
  task_id?: number
  type: 'all' | 'main' | 'side' | 'daily' | 'event'
  keyword?: string
  featured?: boolean
}

const like = (keyword: string): string => `%${keyword.toLowerCase().replaceAll(/[\\%_]/g, '\\$&')}%`

/** The works somebody may look at. */
export const listWorks = (db: Db, viewer: Viewer, filter: WorksFilter, sort: 'new' | 'like' | 'featured', page: PageRequest): Promise<Page<WorkRow>> => {
  const { student_id, guild_id, task_id, type, keyword, featured } = filter
  let works = visibleWorks(db, viewer)
  if (student_id !== undefined) works = works.where('submissions.user_id', '=', student_id)
  if (guild_id !== undefined) works = works.where('submissions.guild_id', '=', guild_id)
  if (task_id !== undefined) works = works.where('submissions.task_id', '=', task_id)
  if (type !== 'all') works = works.where('tasks.type', '=', type)
  if (featured !== undefined) works = works.where('submissions.featured', '=', featured)
  if (keyword) {
    const text = like(keyword)
    works = works.where(
      sql<SqlBool>`(lower(submissions.title) like ${text} escape '\\' or lower(users.nickname) like ${text} escape '\\' or lower(tasks.title) like ${text} escape '\\')`,
    )
  }
  const byId = { field: 'id', direction: 'desc' } as const
  const orders = {
    new: [byId],
    like: [{ field: 'like_count', direction: 'desc' } as const, byId],
    featured: [{ field: 'featured_rank', direction: 'desc' } as const, byId],
  }
  return pageOf(db, db.selectFrom(works.as('works')).selectAll(), orders[sort], page)
}

/** One work, if this person may look at it: absent and forbidden are the same. */
export const findWork = (db: Db, id: number, viewer: Viewer): Promise<WorkRow | undefined> =>
  visibleWorks(db, viewer).where('submissions.id', '=', id).executeTakeFirst()
