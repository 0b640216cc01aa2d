import { sql, type SqlBool } from 'kysely'
import { contains } from '../db/contains.ts'
import { pageOf, type Page, type PageRequest } from '../db/paging.ts'
import type { Db } from '../db/schema.ts'
import { isLeadOf, isStaffOf } from '../guilds/scope-store.ts'
import { isHeld } from '../submissions/status-store.ts'
import { isInBin } from '../tasks/bin-store.ts'
import { isShared, thatPassed, type Viewer } from './gallery-store.ts'
import { isOverFor, stillWorkingAt } from './over-store.ts'

const works = (db: Db) =>
  db
    .selectFrom('submissions')
    .innerJoin('enrolments', 'enrolments.id', 'submissions.enrolment_id')
    .innerJoin('tasks', 'tasks.id', 'submissions.task_id')
    .innerJoin('users', 'users.id', 'submissions.user_id')
    .leftJoin('work_picks as pick', 'pick.submission_id', 'submissions.id')
    .leftJoin('users as pickers', 'pickers.id', 'pick.picked_by')
    .leftJoin('files as covers', (join) =>
      join.onRef('covers.id', '=', 'submissions.cover_file_id').on('covers.pictures', 'in', ['waiting', 'made']),
    )
    .select([
      'submissions.id',
      'submissions.task_id',
      'tasks.title as task_title',
      'tasks.status as task_status',
      'submissions.guild_id',
      'submissions.title',
      'submissions.excerpt',
    ])
    .select([
      'submissions.form',
      'submissions.submitted_at',
      'submissions.share',
      'submissions.share_state',
      'submissions.share_answer',
    ])
    .select([
      'submissions.hidden',
      'submissions.hidden_reason',
      'submissions.featured',
      'submissions.like_count',
      'submissions.status',
    ])
    .select([
      'submissions.user_id',
      'users.nickname',
      'users.real_name',
      'users.student_no',
      'covers.id as cover_file_id',
    ])
    .select([
      'pick.status as pick_status',
      'pick.reason as pick_reason',
      'pickers.nickname as picked_by',
      'pick.picked_at',
    ])

/** A work as the staff of its guild see it. */
export type StaffWorkRow = Awaited<ReturnType<ReturnType<typeof works>['executeTakeFirstOrThrow']>>

/** Which works a staff member sees: all, those their authors want to share, or only those that members see too. */
export type StaffVisibility = 'all' | 'sharing' | 'shown'

export type StaffFilter = {
  guild_id: number
  task_id?: number
  visibility: StaffVisibility
  show: 'all' | 'shared' | 'waiting' | 'picked' | 'proposed' | 'hidden'
  keyword?: string
}

const shows = {
  all: sql<SqlBool>`1 = 1`,
  shared: sql<SqlBool>`submissions.share <> 'none' and submissions.share_state = 'open' and not submissions.hidden`,
  waiting: sql<SqlBool>`submissions.share <> 'none' and submissions.share_state = 'waiting'`,
  picked: sql<SqlBool>`pick.status = 'agreed'`,
  proposed: sql<SqlBool>`pick.status = 'proposed'`,
  hidden: sql<SqlBool>`submissions.hidden`,
}

const within = async (db: Db, visibility: StaffVisibility, viewer: Viewer) => {
  if (visibility === 'all') return sql<SqlBool>`1 = 1`
  if (visibility === 'sharing') return sql<SqlBool>`submissions.share <> 'none'`
  return sql<SqlBool>`(${isShared}) and (${isOverFor(viewer, await stillWorkingAt(db, viewer))})`
}

/** Whether a staff member of its guild may see a work with this visibility. */
export const isSeenByStaff = async (
  db: Db,
  viewer: Viewer,
  visibility: StaffVisibility,
  id: number,
): Promise<boolean> => {
  const isSeen = await within(db, visibility, viewer)
  const row = await works(db).where('submissions.id', '=', id).where(isSeen).executeTakeFirst()
  return row !== undefined
}

/**
 * A page of the passed works of a guild that a staff member may see, newest first, without those of tasks in the bin.
 */
export const listForStaff = async (
  db: Db,
  viewer: Viewer,
  { guild_id, task_id, visibility, show, keyword }: StaffFilter,
  page: PageRequest,
): Promise<Page<StaffWorkRow>> => {
  let rows = works(db)
    .where('submissions.guild_id', '=', guild_id)
    .where('tasks.status', '<>', 'trashed')
    .where(sql<SqlBool>`submissions.status = 'released'`)
    .where(thatPassed)
    .where(shows[show])
  rows = rows.where(await within(db, visibility, viewer))
  if (task_id !== undefined) rows = rows.where('submissions.task_id', '=', task_id)
  if (keyword)
    rows = rows.where((where) =>
      where.or(
        ['submissions.title', 'tasks.title', 'users.nickname', 'users.real_name'].map((column) =>
          contains(db, column, keyword),
        ),
      ),
    )
  return pageOf(db, rows, [{ field: 'id', column: 'submissions.id', direction: 'desc' }], page)
}

/** One work with what staff decided about it, whatever its status; the caller decides who may. */
export const findForStaff = async (db: Db, id: number): Promise<(StaffWorkRow & { passed: boolean }) | undefined> => {
  const row = await works(db)
    .select(sql<number>`case when submissions.status = 'released' and ${thatPassed} then 1 else 0 end`.as('passes'))
    .where('submissions.id', '=', id)
    .executeTakeFirst()
  return row && { ...row, passed: row.passes === 1 }
}

/**
 * The versions of some student-tasks with status `released`, which those of excused students have without a result; by
 * id, in the order of locks.
 */
export const releasedOf = async (db: Db, enrolment_ids: readonly number[]): Promise<number[]> => {
  if (enrolment_ids.length === 0) return []
  const rows = await released(db).where('enrolment_id', 'in', enrolment_ids).execute()
  return rows.map(({ id }) => id)
}

/** The released versions of the student-task a version belongs to. */
export const releasedBeside = async (db: Db, id: number): Promise<number[]> => {
  const its = db.selectFrom('submissions as its').select('its.enrolment_id').where('its.id', '=', id)
  const rows = await released(db).where('enrolment_id', '=', its).execute()
  return rows.map((row) => row.id)
}

const released = (db: Db) => db.selectFrom('submissions').select('id').where('status', '=', 'released').orderBy('id')

const MOST_COUNTED = 100

const waitingToBeShared = (db: Db) =>
  db
    .selectFrom('submissions')
    .innerJoin('enrolments', 'enrolments.id', 'submissions.enrolment_id')
    .select('submissions.id')
    .where(shows.waiting)
    .where(sql<SqlBool>`submissions.status = 'released'`)
    .where(thatPassed)

/** Whether a share of a task waits for staff, even while the task is in the bin. */
export const hasWaitingShares = async (db: Db, task_id: number): Promise<boolean> =>
  (await waitingToBeShared(db).where('submissions.task_id', '=', task_id).limit(1).executeTakeFirst()) !== undefined

/** How many shares of a guild wait for its staff, counted to 100. */
export const waitingShares = async (db: Db, guild_id: number): Promise<number> => {
  const waiting = waitingToBeShared(db)
    .where('submissions.guild_id', '=', guild_id)
    .where(({ not }) => not(isInBin('submissions.task_id')))
    .limit(MOST_COUNTED)
  const { count } = await db
    .selectFrom(waiting.as('waiting'))
    .select(sql<number>`count(*)`.as('count'))
    .executeTakeFirstOrThrow()
  return count
}

/**
 * Picks on held results of a set that wait for a teacher, with who made them and whose work it is, in the guilds whose
 * works the user reviews; 500 at most.
 */
export const proposedInSet = (db: Db, user_id: number, set_id: number) =>
  db
    .selectFrom('tasks')
    .innerJoin('guilds', 'guilds.id', 'tasks.guild_id')
    .innerJoin('submissions', 'submissions.task_id', 'tasks.id')
    .innerJoin('work_picks as pick', 'pick.submission_id', 'submissions.id')
    .innerJoin('users as pickers', 'pickers.id', 'pick.picked_by')
    .innerJoin('users as authors', 'authors.id', 'submissions.user_id')
    .select(['tasks.id as task_id', 'tasks.guild_id', 'guilds.name as guild_name', 'pickers.nickname as by'])
    .select(['submissions.id as submit_id', 'authors.real_name', 'authors.nickname'])
    .select(sql<number>`case when ${isLeadOf(user_id, 'tasks.guild_id')} then 1 else 0 end`.as('leads'))
    .where('tasks.set_id', '=', set_id)
    .where('tasks.status', '<>', 'trashed')
    .where(isStaffOf(user_id, 'tasks.guild_id', 'can_review'))
    .where('pick.status', '=', 'proposed')
    .where(isHeld('submissions'))
    .orderBy('tasks.id')
    .orderBy('submissions.id')
    .limit(500)
    .execute()
