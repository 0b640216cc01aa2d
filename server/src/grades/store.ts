import { sql } from 'kysely'
import type { Db } from '../db/schema.ts'
import type { Actor } from '../guilds/power-rules.ts'
import { isLeadOf, isStaffOf } from '../guilds/scope-store.ts'

/** How many students and tasks a grid has at most. */
export const MAX_STUDENTS = 2_000
export const MAX_TASKS = 200

/** Guilds where somebody sees the grades, by name; `leads` is 0 for assistants, who do not export. */
export const gradedGuilds = (db: Db, actor: Actor) =>
  db
    .selectFrom('guilds')
    .select(['guilds.id', 'guilds.name'])
    .select(sql<number>`case when ${isLeadOf(actor, 'guilds.id')} then 1 else 0 end`.as('leads'))
    .where(isStaffOf(actor, 'guilds.id', 'can_see_grades'))
    .where('guilds.status', '=', 'active')
    .orderBy('guilds.name')
    .orderBy('guilds.id')
    .limit(500)
    .execute()

/** The students of a guild, with what a row begins with. */
export const gradedStudents = (db: Db, guild_id: number) =>
  db
    .selectFrom('guild_members as gm')
    .innerJoin('users', 'users.id', 'gm.user_id')
    .select([
      'gm.user_id',
      'users.nickname',
      'users.real_name',
      'users.student_no',
      'users.organization_name as class_name',
      'gm.joined_at',
    ])
    .where('gm.guild_id', '=', guild_id)
    .where('gm.status', '=', 'member')
    .where('gm.role', '=', 'student')
    .orderBy('gm.user_id')
    .limit(MAX_STUDENTS)
    .execute()

export type GradedStudent = Awaited<ReturnType<typeof gradedStudents>>[number]

/** The tasks of a guild that anybody knows of, oldest first. */
export const gradedTasks = async (db: Db, guild_id: number, type: 'main' | 'side' | 'daily' | 'event' | undefined) => {
  const all = db
    .selectFrom('tasks')
    .select([
      'id',
      'set_id',
      'title',
      'type',
      'channel',
      'hold',
      'status',
      'open_at',
      'due_at',
      'close_at',
      'closed_at',
      'late_rule',
      'pass_line',
      'max_score',
      'submit_drafts',
    ])
    .where('guild_id', '=', guild_id)
    .where('status', 'in', ['open', 'closed', 'archived'])
    .orderBy('id', 'desc')
    .limit(MAX_TASKS)
  return (await (type === undefined ? all : all.where('type', '=', type)).execute()).toReversed()
}

export type GradedTask = Awaited<ReturnType<typeof gradedTasks>>[number]

/**
 * Every row of some students in a guild, in no order, with what is held and the newest version: one query. By student and
 * guild, which an index answers at once: a list of tasks would be looked up for each student, and sorted.
 */
export const gradedRows = async (db: Db, guild_id: number, user_ids: readonly number[]) => {
  if (user_ids.length === 0) return []
  return (
    db
      .selectFrom('enrolments as e')
      // Only what waits can be held.
      .leftJoin('results as held', (join) =>
        join.onRef('held.enrolment_id', '=', 'e.id').on('held.status', '=', 'held').on('e.state', '=', 'submitted'),
      )
      .leftJoin('submissions as s', (join) =>
        join
          .onRef('s.enrolment_id', '=', 'e.id')
          .onRef('s.version', '=', 'e.version_count')
          .on('s.status', '!=', 'withdrawn'),
      )
      .select(['e.user_id', 'e.task_id', 'e.round', 'e.state', 'e.score', 'e.percent_final', 'e.released_at', 'e.late'])
      .select(['e.extended_until', 'e.return_due_at', 'e.reopened_from', 'e.draft_saved_at'])
      .select(['held.id as held_id', 'held.score as held_score', 's.id as submit_id', 's.featured'])
      .where('e.guild_id', '=', guild_id)
      .where('e.user_id', 'in', user_ids)
      .execute()
  )
}

/** What is typed for some students in a guild. */
export const enteredRows = async (db: Db, guild_id: number, user_ids: readonly number[]) =>
  user_ids.length === 0
    ? []
    : db
        .selectFrom('entered_results')
        .select(['user_id', 'task_id', 'version', 'word', 'score', 'released_at'])
        .where('guild_id', '=', guild_id)
        .where('user_id', 'in', user_ids)
        .execute()

export type EnteredRow = Awaited<ReturnType<typeof enteredRows>>[number]

export type GradedRow = Awaited<ReturnType<typeof gradedRows>>[number]

/** The words of the released results of some students for some tasks. */
export const releasedWords = async (db: Db, task_ids: readonly number[], user_ids: readonly number[]) =>
  task_ids.length === 0 || user_ids.length === 0
    ? []
    : db
        .selectFrom('results')
        .innerJoin('enrolments as e', 'e.id', 'results.enrolment_id')
        .select(['e.user_id', 'e.task_id', 'results.text'])
        .where('e.task_id', 'in', task_ids)
        .where('e.user_id', 'in', user_ids)
        .where('results.status', '=', 'released')
        .orderBy('results.id')
        .execute()

/** The guilds of a whole school, some at a time, by id. */
export const guildsAfter = (db: Db, after: number, limit: number) =>
  db.selectFrom('guilds').select(['id', 'name']).where('id', '>', after).orderBy('id').limit(limit).execute()

/** What was handed in last for each row, not withdrawn, some at a time by id: of a task, of a guild, or all. */
export const worksAfter = (
  db: Db,
  scope: { guild_id: number | null; task_id: number | null },
  after: number,
  limit: number,
) => {
  const works = db
    .selectFrom('submissions as s')
    .innerJoin('users', 'users.id', 's.user_id')
    .innerJoin('tasks', 'tasks.id', 's.task_id')
    .innerJoin('guilds', 'guilds.id', 's.guild_id')
    .select([
      's.id',
      's.version',
      's.title',
      's.content',
      's.links',
      's.submitted_at',
      's.late',
      's.receipt_no',
      's.user_id',
    ])
    .select(['users.nickname', 'users.real_name', 'users.student_no', 'users.organization_name as class_name'])
    .select(['tasks.title as task_title', 'guilds.name as guild_name'])
    .where('s.id', '>', after)
    .where('s.status', '!=', 'withdrawn')
    .where((where) =>
      where.not(
        where.exists(
          where
            .selectFrom('submissions as newer')
            .select(sql`1`.as('one'))
            .whereRef('newer.enrolment_id', '=', 's.enrolment_id')
            .whereRef('newer.version', '>', 's.version')
            .where('newer.status', '!=', 'withdrawn'),
        ),
      ),
    )
    .orderBy('s.id')
    .limit(limit)
  const ofTask = scope.task_id === null ? works : works.where('s.task_id', '=', scope.task_id)
  return (scope.guild_id === null ? ofTask : ofTask.where('s.guild_id', '=', scope.guild_id)).execute()
}

export type ExportedWork = Awaited<ReturnType<typeof worksAfter>>[number]

/** The files of some versions, with the key of their bytes. */
export const filesOfWorks = (db: Db, submission_ids: readonly number[]) =>
  db
    .selectFrom('submission_files as sf')
    .innerJoin('files', 'files.id', 'sf.file_id')
    .select(['sf.submission_id', 'sf.name', 'sf.size', 'sf.sha256', 'files.upload_id as key'])
    .where('sf.submission_id', 'in', submission_ids)
    .orderBy('sf.submission_id')
    .orderBy('sf.sort_order')
    .execute()
