import { sql, type SqlBool } from 'kysely'
import { contains } from '../../db/contains.ts'
import { pageOf, type Page, type PageRequest } from '../../db/paging.ts'
import type { Db } from '../../db/schema.ts'
import { isStaffOf } from '../../guilds/scope-store.ts'
import type { TaskTable } from '../tables.ts'

/** After the first instant, and up to the second. */
type Due = { after: number; until: number }

/** The next 7 days. */
export const soon = (now: number): Due => ({ after: now, until: now + 7 * 24 * 3_600_000 })

/** For `where`: open tasks with submissions that are due in that time. */
export const isDue = ({ after, until }: Due) =>
  sql<SqlBool>`(tasks.status = 'open' and tasks.channel = 'online' and tasks.due_at > ${after} and tasks.due_at <= ${until})`

type Filter = {
  user_id: number
  guild_id?: number | undefined
  status?: TaskTable['status'] | undefined
  /** Only tasks of `isDue`. */
  due?: Due | undefined
  type?: TaskTable['type'] | undefined
  chapter_id?: number | undefined
  keyword?: string | undefined
  sort?: 'new' | 'due' | 'title' | undefined
}

// Later than any date: tasks without one come last.
const never = 9_000_000_000_000_000

const orders = {
  new: [{ field: 'id', column: 'tasks.id', direction: 'desc' }],
  due: [
    { field: 'due_key', column: 'due_key', direction: 'asc' },
    { field: 'id', column: 'id', direction: 'asc' },
  ],
  title: [
    { field: 'title', column: 'title', direction: 'asc' },
    { field: 'id', column: 'id', direction: 'asc' },
  ],
} as const

const staffTasks = (db: Db, { user_id, guild_id, status, due, type, chapter_id, keyword = '' }: Filter) => {
  let found = db
    .selectFrom('tasks')
    .innerJoin('guilds', 'guilds.id', 'tasks.guild_id')
    .leftJoin('chapters', 'chapters.id', 'tasks.chapter_id')
    .select([
      'tasks.id',
      'tasks.set_id',
      'tasks.guild_id',
      'guilds.name as guild_name',
      'guilds.hue',
      'guilds.glyph',
      'guilds.flag',
      'tasks.title',
      'tasks.type',
      'tasks.status',
      'tasks.chapter_id',
    ])
    .select([
      'chapters.title as chapter',
      'tasks.open_at',
      'tasks.due_at',
      'tasks.close_at',
      'tasks.closed_at',
      'tasks.late_rule',
      'tasks.trashed_at',
    ])
    .select(['tasks.accepted_count as accepted', sql<number>`coalesce(tasks.due_at, ${sql.lit(never)})`.as('due_key')])
    .where(isStaffOf(user_id, 'tasks.guild_id'))
  found = status === undefined ? found.where('tasks.status', '!=', 'trashed') : found.where('tasks.status', '=', status)
  // Tasks of an archived guild are listed on its own page only.
  found =
    guild_id === undefined ? found.where('guilds.status', '=', 'active') : found.where('tasks.guild_id', '=', guild_id)
  if (due !== undefined) found = found.where(isDue(due))
  if (type !== undefined) found = found.where('tasks.type', '=', type)
  if (chapter_id !== undefined) found = found.where('tasks.chapter_id', '=', chapter_id)
  if (keyword.trim() !== '') found = found.where(contains(db, 'tasks.title', keyword))
  return found
}

export type StaffTask = Awaited<ReturnType<ReturnType<typeof staffTasks>['executeTakeFirstOrThrow']>>

/**
 * The filtered tasks of the guilds a person is staff of; those of an archived guild only by its id, and those in the
 * bin only on request.
 */
export const listStaffTasks = (db: Db, filter: Filter, page: PageRequest): Promise<Page<StaffTask>> => {
  const { sort = 'new' } = filter
  const found = staffTasks(db, filter)
  // Sorting by a computed column needs the whole result; sorting by id can be paged directly.
  return sort === 'new'
    ? pageOf(db, found, orders.new, page)
    : pageOf(db, db.selectFrom(found.as('found')).selectAll(), orders[sort], page)
}

const place = sql<number>`row_number() over (partition by coalesce(tasks.set_id, -tasks.id) order by tasks.id desc)`

/** The same with one row per set: its newest matching task. */
export const listStaffSets = (db: Db, filter: Filter, page: PageRequest): Promise<Page<StaffTask>> => {
  const { sort = 'new' } = filter
  const placed = staffTasks(db, filter).select(place.as('place'))
  const first = db.selectFrom(placed.as('found')).selectAll().where('place', '=', 1)
  const byId = [{ field: 'id', column: 'id', direction: 'desc' }] as const
  return pageOf(db, first, sort === 'new' ? byId : orders[sort], page)
}

/** All matching tasks of some sets, by set and in the order of their ids. */
export const staffTasksOf = async (
  db: Db,
  filter: Filter,
  set_ids: readonly number[],
): Promise<Map<number, StaffTask[]>> => {
  if (set_ids.length === 0) return new Map()
  const rows = await staffTasks(db, filter).where('tasks.set_id', 'in', set_ids).orderBy('tasks.id').execute()
  return Map.groupBy(rows, ({ set_id }) => set_id ?? 0)
}

const hasHeld = sql<SqlBool>`exists (
  select 1 from results where results.enrolment_id = enrolments.id and results.status = 'held')`

/** For enrolments: their work was reviewed and is not released yet. A held review leaves the row as it is. */
export const isHeld = sql<SqlBool>`(state = 'submitted' and ${hasHeld})`

/** For enrolments: their work waits for a review. */
export const isWaiting = sql<SqlBool>`(state = 'submitted' and not ${hasHeld})`

/** For each task, how many students have submitted, wait for a review, and have passed. */
export const countsOf = async (db: Db, task_ids: readonly number[]) => {
  if (task_ids.length === 0) return new Map<number, { submitted: number; waiting: number; passed: number }>()
  const rows = await db
    .selectFrom('enrolments')
    .select('task_id')
    .select([
      sql<number>`count(distinct case when version_count > 0 then user_id end)`.as('submitted'),
      sql<number>`count(case when ${isWaiting} then 1 end)`.as('waiting'),
      sql<number>`count(distinct case when state = 'passed' then user_id end)`.as('passed'),
    ])
    .where('task_id', 'in', task_ids)
    .groupBy('task_id')
    .execute()
  return new Map(
    rows.map(({ task_id, submitted, waiting, passed }) => [
      task_id,
      { submitted: Number(submitted), waiting: Number(waiting), passed: Number(passed) },
    ]),
  )
}

/** The chapters of a guild in order, each with how many tasks it has outside the bin. */
export const chaptersWithCounts = async (
  db: Db,
  guild_id: number,
): Promise<{ id: number; title: string; task_count: number }[]> => {
  const rows = await db
    .selectFrom('chapters')
    .leftJoin('tasks', (join) => join.onRef('tasks.chapter_id', '=', 'chapters.id').on('tasks.status', '!=', 'trashed'))
    .select(['chapters.id', 'chapters.title', sql<number>`count(tasks.id)`.as('task_count')])
    .where('chapters.guild_id', '=', guild_id)
    .groupBy(['chapters.id', 'chapters.title', 'chapters.sort_order'])
    .orderBy('chapters.sort_order')
    .orderBy('chapters.id')
    .execute()
  return rows.map((row) => ({ ...row, task_count: Number(row.task_count) }))
}

/** Adds a chapter at the end. */
export const addChapter = async (db: Db, guild_id: number, title: string): Promise<number> => {
  const { id } = await db
    .insertInto('chapters')
    .values((eb) => ({
      guild_id,
      title,
      sort_order: eb
        .selectFrom('chapters')
        .select(sql<number>`coalesce(max(sort_order), 0) + 1`.as('next'))
        .where('guild_id', '=', guild_id),
    }))
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** Names a chapter; false where the guild has none with this id. */
export const nameChapter = async (db: Db, guild_id: number, id: number, title: string): Promise<boolean> => {
  const { numUpdatedRows } = await db
    .updateTable('chapters')
    .set({ title })
    .where('id', '=', id)
    .where('guild_id', '=', guild_id)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Removes a chapter; its tasks stay, without one. False where the guild has none with this id. */
export const removeChapter = async (db: Db, guild_id: number, id: number): Promise<boolean> => {
  await db
    .updateTable('tasks')
    .set({ chapter_id: null })
    .where('chapter_id', '=', id)
    .where('guild_id', '=', guild_id)
    .execute()
  const { numDeletedRows } = await db
    .deleteFrom('chapters')
    .where('id', '=', id)
    .where('guild_id', '=', guild_id)
    .executeTakeFirst()
  return numDeletedRows > 0n
}

/** Puts chapters into an order. */
export const orderChapters = async (db: Db, guild_id: number, ids: readonly number[]): Promise<void> => {
  for (const [sort_order, id] of ids.entries())
    await db.updateTable('chapters').set({ sort_order }).where('id', '=', id).where('guild_id', '=', guild_id).execute()
}
