import { sql, type Selectable, type SqlBool } from 'kysely'
import type { Db } from '../../db/schema.ts'
import { isLeadOf, isStaffOf } from '../../guilds/scope-store.ts'
import { setLimits } from '@tongchuang/contract/task-set-members.admin.ts'
import { findTask, lockTask } from '../store.ts'
import type { TaskTable } from '../tables.ts'

type Task = Selectable<TaskTable>

/** Makes a set, still without classes. */
export const makeSet = async (
  db: Db,
  { owner_id, title, now }: { owner_id: number; title: string; now: number },
): Promise<number> => {
  const { id } = await db
    .insertInto('task_sets')
    .values({ owner_id, title, created_at: now })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/**
 * Locks a set until the transaction ends; anything that locks more than one of its tasks locks the set first. False
 * where it is gone.
 */
export const lockSet = async (db: Db, id: number): Promise<boolean> =>
  (await db
    .updateTable('task_sets')
    .set((to) => ({ title: to.ref('title') }))
    .where('id', '=', id)
    .returning('id')
    .executeTakeFirst()) !== undefined

/**
 * Locks a task until the transaction ends, and before it the set it belongs to: the decision may depend on the set's
 * other classes.
 */
export const lockTaskOfSet = async (db: Db, id: number): Promise<Task | undefined> => {
  const seen = await findTask(db, id)
  if (seen && seen.set_id !== null) await lockSet(db, seen.set_id)
  return lockTask(db, id)
}

/** Gives a set the title that its tasks have now. */
export const nameSet = async (db: Db, id: number, title: string): Promise<void> => {
  await db.updateTable('task_sets').set({ title }).where('id', '=', id).execute()
}

/**
 * Puts a task into a set, or with null out of it. Touches the task, because what its students have missed may change.
 */
export const putIntoSet = async (db: Db, task_id: number, set_id: number | null, now: number): Promise<void> => {
  await db.updateTable('tasks').set({ set_id, updated_at: now }).where('id', '=', task_id).execute()
}

/** Removes sets that have no task any more. */
export const removeEmptySets = async (db: Db): Promise<void> => {
  await db
    .deleteFrom('task_sets')
    .where(sql<SqlBool>`not exists (select 1 from tasks where tasks.set_id = task_sets.id)`)
    .execute()
}

/** The task a guild has of a set, in the bin or not. */
export const findMember = (db: Db, set_id: number, guild_id: number): Promise<Task | undefined> =>
  db.selectFrom('tasks').selectAll().where('set_id', '=', set_id).where('guild_id', '=', guild_id).executeTakeFirst()

/** The guilds that have a task of a set. */
export const guildsOfSet = async (db: Db, set_id: number): Promise<number[]> =>
  (await db.selectFrom('tasks').select('guild_id').where('set_id', '=', set_id).execute()).map(
    ({ guild_id }) => guild_id,
  )

/** How many tasks a set has. */
export const countMembers = async (db: Db, set_id: number): Promise<number> => {
  const { count } = await db
    .selectFrom('tasks')
    .select(sql<number>`count(*)`.as('count'))
    .where('set_id', '=', set_id)
    .executeTakeFirstOrThrow()
  return Number(count)
}

/**
 * The tasks of a set outside the bin in guilds whose staff a person is, with their guilds, in the order of their ids.
 */
export const membersFor = (db: Db, set_id: number, user_id: number) =>
  db
    .selectFrom('tasks')
    .innerJoin('guilds', 'guilds.id', 'tasks.guild_id')
    .selectAll('tasks')
    .select(['guilds.name as guild_name', 'guilds.hue', 'guilds.glyph', 'guilds.flag', 'guilds.status as guild_status'])
    .select('guilds.member_count')
    .select(sql<number>`case when ${isLeadOf(user_id, 'tasks.guild_id')} then 1 else 0 end`.as('leads'))
    .select(
      sql<number>`case when exists (select 1 from enrolments as taken where taken.task_id = tasks.id and taken.state <> 'excused') then 1 else 0 end`.as(
        'was_accepted',
      ),
    )
    .where('tasks.set_id', '=', set_id)
    .where('tasks.status', '!=', 'trashed')
    .where(isStaffOf(user_id, 'tasks.guild_id'))
    .orderBy('tasks.id')
    .limit(setLimits.classes)
    .execute()

export type SetTask = Awaited<ReturnType<typeof membersFor>>[number]

/** The chapter with a given title in each guild that has one; the first where several share the title. */
export const chaptersTitled = async (
  db: Db,
  title: string,
  guild_ids: readonly number[],
): Promise<Map<number, number>> => {
  if (guild_ids.length === 0) return new Map()
  const rows = await db
    .selectFrom('chapters')
    .select(['id', 'guild_id'])
    .where('title', '=', title)
    .where('guild_id', 'in', guild_ids)
    .orderBy('sort_order', 'desc')
    .orderBy('id', 'desc')
    .execute()
  return new Map(rows.map(({ id, guild_id }) => [guild_id, id]))
}

/** The title of a chapter. */
export const chapterTitle = async (db: Db, id: number | null): Promise<string | null> =>
  id === null
    ? null
    : ((await db.selectFrom('chapters').select('title').where('id', '=', id).executeTakeFirst())?.title ?? null)

/** For each guild, a map from the given tasks to its tasks of the same sets. */
export const standIns = async (
  db: Db,
  task_ids: readonly number[],
  guild_ids: readonly number[],
): Promise<Map<number, Map<number, number>>> => {
  if (task_ids.length === 0 || guild_ids.length === 0) return new Map()
  const rows = await db
    .selectFrom('tasks as asked')
    .innerJoin('tasks as other', 'other.set_id', 'asked.set_id')
    .select(['asked.id as asked_id', 'other.id', 'other.guild_id'])
    .where('asked.id', 'in', task_ids)
    .where('other.guild_id', 'in', guild_ids)
    .where('other.status', '!=', 'trashed')
    .execute()
  const found = new Map<number, Map<number, number>>()
  for (const { asked_id, id, guild_id } of rows)
    found.set(guild_id, (found.get(guild_id) ?? new Map<number, number>()).set(asked_id, id))
  return found
}

/** How many students are in more than one of these guilds. */
export const sharedStudents = async (db: Db, guild_ids: readonly number[]): Promise<number> => {
  if (guild_ids.length < 2) return 0
  const twice = db
    .selectFrom('guild_members')
    .select('user_id')
    .where('guild_id', 'in', guild_ids)
    .where('status', '=', 'member')
    .where('role', '=', 'student')
    .groupBy('user_id')
    .having(sql<number>`count(*)`, '>', 1)
  const { count } = await db
    .selectFrom(twice.as('twice'))
    .select(sql<number>`count(*)`.as('count'))
    .executeTakeFirstOrThrow()
  return Number(count)
}
