import { sql } from 'kysely'
import type { Db } from '../db/schema.ts'
import type { Actor } from '../guilds/power-rules.ts'
import { isLeadOf, isStaffOf } from '../guilds/scope-store.ts'

/** The most students and columns a grid shows on a screen, and the most guilds side by side. */
export const MAX_STUDENTS = 2_000
export const MAX_TASKS = 200
const MAX_GUILDS = 500

const known = ['open', 'closed', 'archived'] as const

/**
 * Active guilds where the actor sees the grades, by name, or those of them that have a task of a set; `leads` is 0 for
 * assistants, who do not export, `reviews` for those who enter no results. 500 of them, or a later page.
 */
export const gradedGuilds = (db: Db, actor: Actor, set_id?: number, page = 0) =>
  db
    .selectFrom('guilds')
    .select(['guilds.id', 'guilds.name', 'guilds.member_count'])
    .select(sql<number>`case when ${isLeadOf(actor, 'guilds.id')} then 1 else 0 end`.as('leads'))
    .select(sql<number>`case when ${isStaffOf(actor, 'guilds.id', 'can_review')} then 1 else 0 end`.as('reviews'))
    .where(isStaffOf(actor, 'guilds.id', 'can_see_grades'))
    .where('guilds.status', '=', 'active')
    .$if(set_id !== undefined, (guilds) =>
      guilds.where((where) =>
        where.exists(
          where
            .selectFrom('tasks')
            .select(sql`1`.as('one'))
            .whereRef('tasks.guild_id', '=', 'guilds.id')
            .where('tasks.set_id', '=', set_id ?? 0)
            .where('tasks.status', 'in', known),
        ),
      ),
    )
    .orderBy('guilds.name')
    .orderBy('guilds.id')
    .limit(MAX_GUILDS)
    .offset(page * MAX_GUILDS)
    .execute()

/** All of these guilds, for exports. */
export const allGradedGuilds = async (db: Db, actor: Actor, set_id?: number): Promise<GradedGuild[]> => {
  const all: GradedGuild[] = []
  for (let page = 0; all.length === page * MAX_GUILDS; page += 1)
    all.push(...(await gradedGuilds(db, actor, set_id, page)))
  return all
}

export type GradedGuild = Awaited<ReturnType<typeof gradedGuilds>>[number]

const memberships = (db: Db, guild_ids: readonly number[]) =>
  db
    .selectFrom('guild_members as gm')
    .innerJoin('users', 'users.id', 'gm.user_id')
    .select([
      'gm.user_id',
      'users.nickname',
      'users.real_name',
      'users.student_no',
      'users.organization_name as class_name',
      'gm.guild_id',
      'gm.joined_at',
    ])
    .where('gm.guild_id', 'in', guild_ids)
    .where('gm.status', '=', 'member')
    .where('gm.role', '=', 'student')

/**
 * The students of some guilds, with the first columns of a row: once for each guild they are in; as many as a screen
 * shows.
 */
export const gradedStudents = (db: Db, guild_ids: readonly number[]) =>
  memberships(db, guild_ids).orderBy('gm.user_id').limit(MAX_STUDENTS).execute()

/** All students of some guilds, for exports; read in batches. */
export const allGradedStudents = async (db: Db, guild_ids: readonly number[]): Promise<GradedStudent[]> => {
  const all: GradedStudent[] = []
  for (let after = 0; ;) {
    const some = await memberships(db, guild_ids)
      .select('gm.id')
      .where('gm.id', '>', after)
      .orderBy('gm.id')
      .limit(MAX_STUDENTS)
      .execute()
    for (const { id: _, ...student } of some) all.push(student)
    const last = some.at(-1)
    if (!last || some.length < MAX_STUDENTS) return all
    after = last.id
  }
}

export type GradedStudent = Awaited<ReturnType<typeof gradedStudents>>[number]

type Narrowed = { type?: 'main' | 'side' | 'daily' | 'event' | undefined; set_id?: number | undefined }

const column = sql<number>`coalesce(tasks.set_id, -tasks.id)`

const tasksOf = (db: Db, guild_ids: readonly number[], { type, set_id }: Narrowed) =>
  db
    .selectFrom('tasks')
    .where('tasks.guild_id', 'in', guild_ids)
    .where('tasks.status', 'in', known)
    .$if(type !== undefined, (tasks) => tasks.where('tasks.type', '=', type ?? 'main'))
    .$if(set_id !== undefined, (tasks) => tasks.where('tasks.set_id', '=', set_id ?? 0))

/** How many columns these tasks have. */
export const countColumns = async (db: Db, guild_ids: readonly number[], narrowed: Narrowed): Promise<number> => {
  const { columns } = await tasksOf(db, guild_ids, narrowed)
    .select(sql<number>`count(distinct ${column})`.as('columns'))
    .executeTakeFirstOrThrow()
  return Number(columns)
}

/**
 * The tasks of some guilds that students can see: those of the `most` newest columns, or of all, oldest first. A set
 * has one column, so that none of its classes is cut off.
 */
export const gradedTasks = (db: Db, guild_ids: readonly number[], narrowed: Narrowed, most?: number) => {
  const all = tasksOf(db, guild_ids, narrowed)
  const newest = all
    .select([column.as('place'), sql<number>`max(tasks.id)`.as('newest')])
    .groupBy(column)
    .orderBy('newest', 'desc')
    .$if(most !== undefined, (columns) => columns.limit(most ?? MAX_TASKS))
  return all
    .innerJoin(newest.as('shown'), (join) => join.on('shown.place', '=', column))
    .select([
      'tasks.id',
      'tasks.guild_id',
      'tasks.set_id',
      'tasks.title',
      'tasks.type',
      'tasks.channel',
      'tasks.hold',
      'tasks.status',
      'tasks.open_at',
      'tasks.due_at',
      'tasks.close_at',
      'tasks.closed_at',
      'tasks.late_rule',
      'tasks.pass_line',
      'tasks.max_score',
      'tasks.submit_drafts',
    ])
    .orderBy('shown.newest')
    .orderBy('tasks.id')
    .execute()
}

export type GradedTask = Awaited<ReturnType<typeof gradedTasks>>[number]

/**
 * All rows of some students in some guilds, unordered, with held results and the newest version: one query. Selected by
 * student and guild, for which an index exists: a list of tasks would be looked up for each student, and sorted.
 */
export const gradedRows = async (db: Db, guild_ids: readonly number[], user_ids: readonly number[]) => {
  if (user_ids.length === 0) return []
  return (
    db
      .selectFrom('enrolments as e')
      // Only submitted work can have a held result.
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
      .where('e.guild_id', 'in', guild_ids)
      .where('e.user_id', 'in', user_ids)
      .execute()
  )
}

/** The entered results of some students in some guilds. */
export const enteredRows = async (db: Db, guild_ids: readonly number[], user_ids: readonly number[]) =>
  user_ids.length === 0
    ? []
    : db
        .selectFrom('entered_results')
        .select(['user_id', 'task_id', 'version', 'word', 'score', 'released_at'])
        .where('guild_id', 'in', guild_ids)
        .where('user_id', 'in', user_ids)
        .execute()

export type EnteredRow = Awaited<ReturnType<typeof enteredRows>>[number]

export type GradedRow = Awaited<ReturnType<typeof gradedRows>>[number]

/** The comments of released results of some students in some guilds. */
export const releasedWords = async (db: Db, guild_ids: readonly number[], user_ids: readonly number[]) =>
  user_ids.length === 0
    ? []
    : db
        .selectFrom('results')
        .innerJoin('enrolments as e', 'e.id', 'results.enrolment_id')
        .select(['e.user_id', 'e.task_id', 'results.text'])
        .where('e.guild_id', 'in', guild_ids)
        .where('e.user_id', 'in', user_ids)
        .where('results.status', '=', 'released')
        .orderBy('results.id')
        .execute()

/** The guilds of a whole school, some at a time, by id. */
export const guildsAfter = (db: Db, after: number, limit: number) =>
  db.selectFrom('guilds').select(['id', 'name']).where('id', '>', after).orderBy('id').limit(limit).execute()

/**
 * The last submitted version of each row, not withdrawn, in batches by id: of a task, of a guild, or all. Tasks in the
 * bin have none.
 */
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
      's.content_html',
      's.links',
      's.answers',
      's.submitted_at',
      's.late',
      's.receipt_no',
      's.user_id',
    ])
    .select(['users.nickname', 'users.real_name', 'users.student_no', 'users.organization_name as class_name'])
    .select(['tasks.title as task_title', 'tasks.questions', 'guilds.name as guild_name'])
    .where('s.id', '>', after)
    .where('s.status', '!=', 'withdrawn')
    .where('tasks.status', '!=', 'trashed')
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

/** Those of some files that are pictures of one person, with the key of their bytes. */
export const ownPictures = async (db: Db, owner_id: number, ids: readonly number[]) =>
  ids.length === 0
    ? []
    : db
        .selectFrom('files')
        .select(['id', 'name', 'sha256', 'upload_id as key'])
        .where('id', 'in', ids)
        .where('owner_id', '=', owner_id)
        .where('kind', '=', 'image')
        .where('status', '=', 'ready')
        .orderBy('id')
        .execute()

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
