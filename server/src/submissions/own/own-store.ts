import { sql } from 'kysely'
import { compiled, type Value } from '../../db/compiled.ts'
import { pageOf, type Page, type PageRequest } from '../../db/paging.ts'
import type { Db } from '../../db/schema.ts'

export type MineFilter = { guild_id?: number; task_id?: number; state?: string; from: number | null; to: number | null }

const myVersions = (db: Db) =>
  db
    .selectFrom('submissions')
    .innerJoin('tasks', 'tasks.id', 'submissions.task_id')
    .innerJoin('guilds', 'guilds.id', 'submissions.guild_id')
    .innerJoin('enrolments', 'enrolments.id', 'submissions.enrolment_id')
    .select([
      'submissions.id',
      'submissions.task_id',
      'tasks.title as task_title',
      'tasks.type as task_type',
      'guilds.hue',
      'guilds.glyph',
      'guilds.flag',
      'submissions.guild_id',
      'guilds.name as guild_name',
      'submissions.title',
    ])
    .select((eb) => eb.fn.coalesce('tasks.own_subject', 'guilds.subject').as('subject'))
    .select([
      'submissions.version',
      'submissions.status',
      'enrolments.state',
      'submissions.late',
      'submissions.submitted_at',
      'submissions.score',
    ])
    .select([
      'tasks.max_score',
      'submissions.percent_final',
      'submissions.share',
      'submissions.like_count',
      'submissions.featured',
      'submissions.receipt_no',
    ])
    .select(['submissions.excerpt', 'submissions.cover_file_id', 'submissions.review_until', 'submissions.form'])
    .select(['submissions.share_state', 'submissions.share_answer', 'submissions.hidden', 'submissions.hidden_reason'])

/** A version as its author's lists show it. */
export type MyVersionRow = Awaited<ReturnType<ReturnType<typeof myVersions>['executeTakeFirstOrThrow']>>

const historyOf = sql`select 1 from enrolment_history as of_it where of_it.enrolment_id = submissions.enrolment_id`
/**
 * Whether a version was submitted after a result had been reopened and never became the result: the row went back to
 * the result of an earlier version. Does not apply to a task that is under way again.
 */
const wentBack = sql<number>`case when submissions.status = 'released' and enrolments.state in ('passed', 'failed')
  and exists (${historyOf} and of_it.action = 'reopen' and of_it.to_state = 'returned' and of_it.at <= submissions.submitted_at)
  and not exists (${historyOf} and of_it.action = 'release' and of_it.at >= submissions.submitted_at)
  then 1 else 0 end`

/** Every version a person handed in, newest first. */
export const listMine = (
  db: Db,
  user_id: number,
  { guild_id, task_id, state, from, to }: MineFilter,
  page: PageRequest,
): Promise<Page<MyVersionRow & { back: number }>> => {
  let mine = myVersions(db).select(wentBack.as('back')).where('submissions.user_id', '=', user_id)
  if (guild_id !== undefined) mine = mine.where('submissions.guild_id', '=', guild_id)
  if (task_id !== undefined) mine = mine.where('submissions.task_id', '=', task_id)
  if (state !== undefined) mine = mine.where(sql`enrolments.state`, '=', state)
  if (from !== null) mine = mine.where('submissions.submitted_at', '>=', from)
  if (to !== null) mine = mine.where('submissions.submitted_at', '<=', to)
  return pageOf(db, mine, [{ field: 'id', column: 'submissions.id', direction: 'desc' }], page)
}

/** All versions of one student-task as its author's lists show them, newest first, as a part of another query. */
export const versionsOfRow = (db: Db, enrolment_id: Value<number>) =>
  myVersions(db).where('submissions.enrolment_id', '=', enrolment_id).orderBy('submissions.version', 'desc')

const ofEnrolment = compiled<{ enrolment_id: number }, MyVersionRow>((db, value) =>
  versionsOfRow(db, value('enrolment_id')),
)

/** All versions of one student-task as its author's lists show them, newest first. */
export const listOfEnrolment = (db: Db, enrolment_id: number): Promise<MyVersionRow[]> =>
  ofEnrolment(db, { enrolment_id })
