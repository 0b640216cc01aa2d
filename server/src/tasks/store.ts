import { fail } from '@tongchuang/contract/errors.ts'
import { sql, type Expression, type Insertable, type Selectable, type SqlBool, type Updateable } from 'kysely'
import { compiled } from '../db/compiled.ts'
import { pageOf, type Page, type PageRequest } from '../db/paging.ts'
import type { Db } from '../db/schema.ts'
import type { EnrolmentTable, TaskTable } from './tables.ts'

type Task = Selectable<TaskTable>
type Enrolment = Selectable<EnrolmentTable>
type State = EnrolmentTable['state']

/** A task with what its guild and the person's place in it say. */
export type VisibleTask = Task & {
  guild_name: string
  hue: string
  glyph: string
  max_doing: number
  guild_status: 'active' | 'archived'
  member_role: 'student' | 'assistant' | 'teacher'
}

/**
 * For `where` on `tasks`: what members of the guild may know of. Drafts and trashed tasks are the teacher's; an archived
 * one stays with those who took it.
 */
export const isPublished = (user_id: number): Expression<SqlBool> =>
  sql<SqlBool>`(tasks.status in ('scheduled', 'open', 'closed') or (tasks.status = 'archived' and exists (select 1 from enrolments as held where held.task_id = tasks.id and held.user_id = ${user_id})))`

const visibleTask = compiled<{ id: number; user_id: number }, VisibleTask>((db, value) =>
  db
    .selectFrom('tasks')
    .innerJoin('guilds', 'guilds.id', 'tasks.guild_id')
    .innerJoin('guild_members as gm', 'gm.guild_id', 'tasks.guild_id')
    .selectAll('tasks')
    .select([
      'guilds.name as guild_name',
      'guilds.hue',
      'guilds.glyph',
      'guilds.max_doing',
      'guilds.status as guild_status',
      'gm.role as member_role',
    ])
    .where('tasks.id', '=', value('id'))
    .where('gm.user_id', '=', value('user_id'))
    .where('gm.status', '=', 'member')
    .where(isPublished(value('user_id'))),
)

/** A task that a person may know of, being a member of its guild; absent and forbidden are the same. */
export const findVisibleTask = async (db: Db, id: number, user_id: number): Promise<VisibleTask | undefined> =>
  (await visibleTask(db, { id, user_id }))[0]

/** A task whatever its status: for staff and for the clock. */
export const findTask = (db: Db, id: number): Promise<Task | undefined> =>
  db.selectFrom('tasks').selectAll().where('id', '=', id).executeTakeFirst()

/**
 * A task, held until the transaction ends: whatever changes its places does so first, before the rows, so that two of
 * them wait for each other in the same order.
 */
export const holdTask = (db: Db, id: number): Promise<Task | undefined> =>
  db
    .updateTable('tasks')
    .set((to) => ({ accepted_count: to.ref('accepted_count') }))
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirst()

/** A student's row by its id. */
export const findEnrolment = (db: Db, id: number): Promise<Enrolment | undefined> =>
  db.selectFrom('enrolments').selectAll().where('id', '=', id).executeTakeFirst()

const latestRow = compiled<{ task_id: number; user_id: number }, Enrolment>((db, value) =>
  db
    .selectFrom('enrolments')
    .selectAll()
    .where('task_id', '=', value('task_id'))
    .where('user_id', '=', value('user_id'))
    .orderBy('round', 'desc')
    .limit(1),
)

/** A student's row of the latest round. */
export const latestEnrolment = async (db: Db, task_id: number, user_id: number): Promise<Enrolment | undefined> =>
  (await latestRow(db, { task_id, user_id }))[0]

/** The latest rows of some students for one task. */
export const latestEnrolments = async (
  db: Db,
  task_id: number,
  user_ids: readonly number[],
): Promise<Map<number, Enrolment>> => {
  const rows = await db
    .selectFrom('enrolments')
    .selectAll()
    .where('task_id', '=', task_id)
    .where('user_id', 'in', user_ids)
    .orderBy('round')
    .execute()
  return new Map(rows.map((row) => [row.user_id, row]))
}

/** Who did something and why; the clock is nobody. */
export type Act = { action: string; actor_id: number | null; reason?: string; now: number }

export type HistoryRow = { enrolment_id: number; from_state: State | 'available'; to_state: State }

/** Writes down what became of rows, in the caller's transaction. */
export const recordHistory = async (
  db: Db,
  rows: readonly HistoryRow[],
  { action, actor_id, reason = '', now }: Act,
): Promise<void> => {
  if (rows.length === 0) return
  await db
    .insertInto('enrolment_history')
    .values(rows.map((row) => ({ ...row, action, actor_id, reason, at: now })))
    .execute()
}

/** Changes beside the state, written by the same statement. */
export type EnrolmentChanges = Omit<
  Updateable<EnrolmentTable>,
  'id' | 'task_id' | 'guild_id' | 'user_id' | 'round' | 'state' | 'updated_at'
>

/**
 * Moves a row from one of some states to another, with its history and the task's count of places; throws STATE where it
 * is in none of them. Guarded by the statement itself: of two at once one wins. `to` may be the state it is in. With
 * `unchanged_since`, a row that anybody else has changed is refused too.
 */
export const moveEnrolment = async (
  db: Db,
  move: { id: number; from: readonly State[]; to: State; set?: EnrolmentChanges; unchanged_since?: number } & Act,
): Promise<Enrolment> => {
  const { id, from, to, set = {}, unchanged_since, now } = move
  // A caller who knows the state saves a look at it.
  const state = from.length === 1 ? from[0] : (await findEnrolment(db, id))?.state
  if (!state || !from.includes(state)) throw fail('STATE', { state })
  const inState = db
    .updateTable('enrolments')
    .set({ ...set, state: to, updated_at: now })
    .where('id', '=', id)
    .where('state', '=', state)
  const update = unchanged_since === undefined ? inState : inState.where('updated_at', '=', unchanged_since)
  const row = await update.returningAll().executeTakeFirst()
  if (!row) throw fail('STATE', { state: (await findEnrolment(db, id))?.state })
  await recordHistory(db, [{ enrolment_id: id, from_state: state, to_state: to }], move)
  await countPlaces(db, row.task_id, placesOf(row.round, to) - placesOf(row.round, state))
  return row
}

/**
 * Makes a student's row, or answers undefined where this round has one already. The place it takes is counted here
 * and was checked by whoever holds the task.
 */
export const insertEnrolment = async (
  db: Db,
  values: Omit<Insertable<EnrolmentTable>, 'updated_at'> & { round: number },
  act: Act,
): Promise<Enrolment | undefined> => {
  const row = await db
    .insertInto('enrolments')
    .values({ ...values, updated_at: act.now })
    .onConflict((conflict) => conflict.columns(['user_id', 'task_id', 'round']).doNothing())
    .returningAll()
    .executeTakeFirst()
  if (!row) return undefined
  await recordHistory(db, [{ enrolment_id: row.id, from_state: 'available', to_state: row.state }], act)
  await countPlaces(db, row.task_id, placesOf(row.round, row.state))
  return row
}

// Rounds after the first are the same student's place.
const placesOf = (round: number, state: State): number =>
  round === 1 && state !== 'aborted' && state !== 'excused' ? 1 : 0

const countPlaces = async (db: Db, task_id: number, difference: number): Promise<void> => {
  if (difference === 0) return
  await db
    .updateTable('tasks')
    .set((to) => ({ accepted_count: to('accepted_count', '+', difference) }))
    .where('id', '=', task_id)
    .execute()
}

/** Notes when the server's draft was saved last, or with null that there is none. */
export const noteDraft = async (db: Db, enrolment_id: number, saved_at: number | null): Promise<void> => {
  await db.updateTable('enrolments').set({ draft_saved_at: saved_at }).where('id', '=', enrolment_id).execute()
}

/** Writes down that a task is open, closed …, guarded by where it comes from; undefined where it is elsewhere. */
export const moveTask = (
  db: Db,
  {
    id,
    from,
    to,
    set = {},
    now,
  }: { id: number; from: readonly Task['status'][]; to: Task['status']; set?: Updateable<TaskTable>; now: number },
): Promise<Task | undefined> =>
  db
    .updateTable('tasks')
    .set({ ...set, status: to, updated_at: now })
    .where('id', '=', id)
    .where('status', 'in', from)
    .returningAll()
    .executeTakeFirst()

type Missing = { task_id: number; id: number; title: string }

/** The tasks others ask for which a student has yet to pass. Excused ones are done, and so is what was reopened after passing. */
const missing = (db: Db, user_id: number) =>
  db
    .selectFrom('task_prerequisites as needed')
    .innerJoin('tasks', 'tasks.id', 'needed.required_task_id')
    .select(['needed.task_id', 'tasks.id', 'tasks.title'])
    .where('tasks.status', 'not in', ['draft', 'trashed'])
    .where(
      sql<SqlBool>`not exists (select 1 from enrolments as done where done.task_id = needed.required_task_id and done.user_id = ${user_id} and (done.state in ('passed', 'excused') or done.reopened_from = 'passed'))`,
    )
    .orderBy('tasks.sort_order')
    .orderBy('tasks.id')

const missingOfTask = compiled<{ task_id: number; user_id: number }, Missing>((db, value) =>
  missing(db, value('user_id')).where('needed.task_id', '=', value('task_id')),
)
const missingOfMember = compiled<{ user_id: number }, Missing>((db, value) =>
  missing(db, value('user_id'))
    .innerJoin('tasks as asking', 'asking.id', 'needed.task_id')
    .innerJoin('guild_members as gm', 'gm.guild_id', 'asking.guild_id')
    .where('gm.user_id', '=', value('user_id')),
)

/** What a student has yet to pass before one task. */
export const missingBefore = (db: Db, task_id: number, user_id: number): Promise<Missing[]> =>
  missingOfTask(db, { task_id, user_id })

/** The same for all tasks of the guilds they are or were in, by the task that asks. */
export const missingPrerequisites = async (db: Db, user_id: number): Promise<Map<number, Missing[]>> =>
  Map.groupBy(await missingOfMember(db, { user_id }), ({ task_id }) => task_id)

/** Whether a row was ever returned: passing it then is an improvement. */
export const wasReturned = async (db: Db, enrolment_id: number): Promise<boolean> => {
  const row = await db
    .selectFrom('enrolment_history')
    .select('id')
    .where('enrolment_id', '=', enrolment_id)
    .where('action', '=', 'return')
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

/** The best released percent of a student over the rounds of a task; null where nothing was released with a number. */
export const bestPercent = async (db: Db, task_id: number, user_id: number): Promise<number | null> => {
  const row = await db
    .selectFrom('enrolments')
    .select((eb) => eb.fn.max('percent_final').as('best'))
    .where('task_id', '=', task_id)
    .where('user_id', '=', user_id)
    .where('released_at', 'is not', null)
    .executeTakeFirst()
  return row?.best ?? null
}

/** A student's rows under way in a guild, with what ends them: those whose time is over count as expired. */
export const listUnderWay = (db: Db, guild_id: number, user_id: number) =>
  db
    .selectFrom('enrolments as e')
    .innerJoin('tasks', 'tasks.id', 'e.task_id')
    .select([
      'e.id',
      'e.state',
      'e.reopened_from',
      'e.percent_final',
      'e.extended_until',
      'e.return_due_at',
      'e.draft_saved_at',
    ])
    .select([
      'tasks.status',
      'tasks.open_at',
      'tasks.due_at',
      'tasks.close_at',
      'tasks.closed_at',
      'tasks.late_rule',
      'tasks.pass_line',
      'tasks.submit_drafts',
    ])
    .where('e.user_id', '=', user_id)
    .where('e.guild_id', '=', guild_id)
    .where('e.state', '=', 'doing')
    .execute()

/** Those of these people who are students of a guild now. */
export const listStudentIds = async (db: Db, guild_id: number, user_ids: readonly number[]): Promise<number[]> => {
  const students = db
    .selectFrom('guild_members')
    .select('user_id')
    .where('guild_id', '=', guild_id)
    .where('status', '=', 'member')
    .where('role', '=', 'student')
  const rows = await students.where('user_id', 'in', user_ids).execute()
  return rows.map(({ user_id }) => user_id)
}

/** Tasks of the guilds somebody is staff of, newest first; administrators see all. */
export const listForStaff = (
  db: Db,
  { user_id, guild_id, status }: { user_id: number; guild_id: number | null; status: Task['status'] | null },
  page: PageRequest,
): Promise<Page<Task>> => {
  const led = sql<SqlBool>`(exists (select 1 from user_roles where user_roles.user_id = ${user_id} and user_roles.role = 'admin') or exists (select 1 from guild_members as staff where staff.guild_id = tasks.guild_id and staff.user_id = ${user_id} and staff.status = 'member' and staff.role <> 'student'))`
  const all = db.selectFrom('tasks').selectAll().where(led)
  const some = guild_id === null ? all : all.where('tasks.guild_id', '=', guild_id)
  return pageOf(
    db,
    status === null ? some : some.where('tasks.status', '=', status),
    [{ field: 'id', column: 'tasks.id', direction: 'desc' }],
    page,
  )
}

/** Moves the count of a task's posts that can be read. */
export const countPosts = async (db: Db, task_id: number, by: number): Promise<void> => {
  if (by === 0) return
  await db
    .updateTable('tasks')
    .set((to) => ({ discussion_count: to('discussion_count', '+', by) }))
    .where('id', '=', task_id)
    .execute()
}

/** How the discussion of a task goes: only read since a moment, classmates' posts after one's own. */
export const setDiscussion = async (
  db: Db,
  task_id: number,
  set: { discussion_locked_at?: number | null; post_first?: boolean },
): Promise<void> => {
  await db.updateTable('tasks').set(set).where('id', '=', task_id).execute()
}
