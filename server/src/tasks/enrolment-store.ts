import { fail } from '@tongchuang/contract/errors.ts'
import { sql, type Insertable, type Selectable, type Updateable } from 'kysely'
import { compiled, type Value } from '../db/compiled.ts'
import { isPostgres } from '../db/connection.ts'
import type { Db } from '../db/schema.ts'
import type { ExperienceKind } from '../ledger/rules.ts'
import type { EnrolmentHistoryTable, EnrolmentTable } from './tables.ts'

type Enrolment = Selectable<EnrolmentTable>
type State = EnrolmentTable['state']

/** A student's row of the latest round, as a part of another query. */
export const latestRow = (db: Db, task_id: Value<number>, user_id: Value<number>) =>
  db
    .selectFrom('enrolments')
    .selectAll()
    .where('task_id', '=', task_id)
    .where('user_id', '=', user_id)
    .orderBy('round', 'desc')
    .limit(1)

const latest = compiled<{ task_id: number; user_id: number }, Enrolment>((db, value) =>
  latestRow(db, value('task_id'), value('user_id')),
)

// Later rounds use the same student's place.
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

/** A student's row by its id. */
export const findEnrolment = (db: Db, id: number): Promise<Enrolment | undefined> =>
  db.selectFrom('enrolments').selectAll().where('id', '=', id).executeTakeFirst()

/** A student's row of the latest round. */
export const latestEnrolment = async (db: Db, task_id: number, user_id: number): Promise<Enrolment | undefined> =>
  (await latest(db, { task_id, user_id }))[0]

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

/**
 * The latest rows of some students for one task, locked until the transaction ends: a concurrent submission or save
 * comes before or after.
 */
export const holdLatest = async (
  db: Db,
  task_id: number,
  user_ids: readonly number[],
): Promise<Map<number, Enrolment>> => {
  if (user_ids.length > 0)
    await db
      .updateTable('enrolments')
      .set((to) => ({ state: to.ref('state') }))
      .where('task_id', '=', task_id)
      .where('user_id', 'in', user_ids)
      .execute()
  return latestEnrolments(db, task_id, user_ids)
}

/** Who did something and why; `actor_id` is null for the clock. */
export type Act = { action: string; actor_id: number | null; reason?: string; now: number }

export type HistoryRow = { enrolment_id: number; from_state: State | 'available'; to_state: State }

const insertHistory = compiled<Omit<Selectable<EnrolmentHistoryTable>, 'id'>, object>((db, value) =>
  db.insertInto('enrolment_history').values({
    enrolment_id: value('enrolment_id'),
    from_state: value('from_state'),
    to_state: value('to_state'),
    action: value('action'),
    actor_id: value('actor_id'),
    reason: value('reason'),
    at: value('at'),
  }),
)

/** Records a state change of a row, in the caller's transaction. */
export const recordHistory = async (
  db: Db,
  row: HistoryRow,
  { action, actor_id, reason = '', now }: Act,
): Promise<void> => {
  await insertHistory(db, { ...row, action, actor_id, reason, at: now })
}

/** Changes written by the same statement as the state. */
export type EnrolmentChanges = Omit<
  Updateable<EnrolmentTable>,
  'id' | 'task_id' | 'guild_id' | 'user_id' | 'round' | 'state' | 'updated_at'
>

/**
 * Moves a row from one of some states to another, with its history and the task's count of places; throws STATE where
 * it is in none of them. The statement itself is the guard: of two concurrent moves one succeeds. `to` may be the
 * current state. With `unchanged_since`, a row that was changed since is refused too.
 */
export const moveEnrolment = async (
  db: Db,
  move: { id: number; from: readonly State[]; to: State; set?: EnrolmentChanges; unchanged_since?: number } & Act,
): Promise<Enrolment> => {
  const { id, from, to, set = {}, unchanged_since, now } = move
  // A single expected state saves reading the row.
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
  await recordHistory(db, { enrolment_id: id, from_state: state, to_state: to }, move)
  await countPlaces(db, row.task_id, placesOf(row.round, to) - placesOf(row.round, state))
  return row
}

/**
 * Inserts a student's row; undefined where this round already has one. Counts the place it takes; the caller, who holds
 * the task, has checked that there is one.
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
  await recordHistory(db, { enrolment_id: row.id, from_state: 'available', to_state: row.state }, act)
  await countPlaces(db, row.task_id, placesOf(row.round, row.state))
  return row
}

/** Notes when the server's draft was saved last, or with null that there is none. */
export const noteDraft = async (db: Db, enrolment_id: number, saved_at: number | null): Promise<void> => {
  await db.updateTable('enrolments').set({ draft_saved_at: saved_at }).where('id', '=', enrolment_id).execute()
}

const holding = compiled<{ id: number }, { id: number }>((db, value) =>
  db.selectFrom('enrolments').select('id').where('id', '=', value('id')).forNoKeyUpdate(),
)

/**
 * Locks a student's row until the transaction ends. Does nothing on SQLite, where transactions have no concurrent
 * writers.
 */
export const holdEnrolment = async (db: Db, id: number): Promise<void> => {
  if (isPostgres(db)) await holding(db, { id })
}

/**
 * Which of some rows are under way, locked so that none is submitted before the commit. A row that is being changed has
 * an unknown state and is left out.
 */
export const holdUnderWay = async (db: Db, ids: readonly number[]): Promise<Set<number>> => {
  if (ids.length === 0) return new Set()
  const rows = await db
    .selectFrom('enrolments')
    .select('id')
    .where('id', 'in', ids)
    .where('state', 'in', ['doing', 'returned'])
    .$if(isPostgres(db), (some) => some.forNoKeyUpdate().skipLocked())
    .execute()
  return new Set(rows.map(({ id }) => id))
}

/** What was done last with a row, by whom and why. */
export const lastAct = (
  db: Db,
  enrolment_id: number,
): Promise<Pick<Selectable<EnrolmentHistoryTable>, 'action' | 'actor_id' | 'reason'> | undefined> =>
  db
    .selectFrom('enrolment_history')
    .select(['action', 'actor_id', 'reason'])
    .where('enrolment_id', '=', enrolment_id)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()

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

/**
 * Whether a student still has an award of this kind from another round of a task: such awards are earned once per task.
 */
export const earnedInOtherRound = async (
  db: Db,
  { id, task_id, user_id }: Pick<Enrolment, 'id' | 'task_id' | 'user_id'>,
  kind: ExperienceKind,
): Promise<boolean> => {
  const { points } = await db
    .selectFrom('ledger_entries as entry')
    .innerJoin('enrolments as other', 'other.id', 'entry.source_id')
    .select(sql<number>`cast(coalesce(sum(entry.points), 0) as bigint)`.as('points'))
    .where('entry.user_id', '=', user_id)
    .where('entry.ledger', '=', 'experience')
    .where('entry.kind', '=', kind)
    .where('entry.source_type', '=', 'enrolment')
    .where('other.task_id', '=', task_id)
    .where('other.id', '!=', id)
    .executeTakeFirstOrThrow()
  return Number(points) > 0
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

/** A page of the students with a released result of a task, by id. */
export const listWithResults = async (db: Db, task_id: number, after: number, limit: number): Promise<number[]> => {
  const rows = await db
    .selectFrom('enrolments')
    .select('user_id')
    .distinct()
    .where('task_id', '=', task_id)
    .where('released_at', 'is not', null)
    .where('user_id', '>', after)
    .orderBy('user_id')
    .limit(limit)
    .execute()
  return rows.map(({ user_id }) => user_id)
}

/**
 * A student’s rows in the state `doing` in a guild, with the columns that decide whether their time is over: the caller
 * leaves those out.
 */
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
