import { sql, type Selectable } from 'kysely'
import { inParts } from '../../db/in-parts.ts'
import type { Db } from '../../db/schema.ts'
import { copyKeys } from '../questions/key-store.ts'
import type { TaskTable } from '../tables.ts'
import { isHeld, isWaiting } from './staff-list-store.ts'

type Task = Selectable<TaskTable>

/** The tasks of a guild that a copy for a new term includes, in order: those outside the bin, at most 1,000. */
export const tasksToCopy = (db: Db, guild_id: number): Promise<Task[]> =>
  db
    .selectFrom('tasks')
    .selectAll()
    .where('guild_id', '=', guild_id)
    .where('status', '!=', 'trashed')
    .orderBy('sort_order')
    .orderBy('id')
    .limit(1_000)
    .execute()

/** How many criteria the tasks of a guild have. */
export const criteriaIn = async (db: Db, guild_id: number): Promise<number> => {
  const row = await db
    .selectFrom('criteria')
    .innerJoin('tasks', 'tasks.id', 'criteria.task_id')
    .select(sql<number>`count(*)`.as('count'))
    .where('tasks.guild_id', '=', guild_id)
    .where('tasks.status', '!=', 'trashed')
    .executeTakeFirstOrThrow()
  return Number(row.count)
}

/**
 * What archiving a guild would cut off: students with a task under way, works that wait for a review, and results that
 * are held, entered ones included. Nothing is asked of tasks in the bin.
 */
export const underWayIn = async (
  db: Db,
  guild_id: number,
): Promise<{ under_way: number; waiting: number; held: number }> => {
  const tasks = db.selectFrom('tasks').select('id').where('guild_id', '=', guild_id).where('status', '!=', 'trashed')
  const row = await db
    .selectFrom('enrolments')
    .select(sql<number>`count(distinct case when state in ('doing', 'returned') then user_id end)`.as('under_way'))
    .select(sql<number>`count(case when ${isWaiting} then 1 end)`.as('waiting'))
    .select(sql<number>`count(case when ${isHeld} then 1 end)`.as('held'))
    // Selects by the guild's tasks: rows are indexed by task, not by guild alone.
    .where('task_id', 'in', tasks)
    .executeTakeFirstOrThrow()
  const entered = await db
    .selectFrom('entered_results')
    .select(sql<number>`count(*)`.as('held'))
    .where('released_at', 'is', null)
    .where('word', '!=', 'blank')
    .where('task_id', 'in', tasks)
    .executeTakeFirstOrThrow()
  return {
    under_way: Number(row.under_way),
    waiting: Number(row.waiting),
    held: Number(row.held) + Number(entered.held),
  }
}

/** Copies the chapters of a guild; returns a map from old to new ids. */
export const copyChapters = async (db: Db, from: number, to: number): Promise<Map<number, number>> => {
  const rows = await db
    .selectFrom('chapters')
    .selectAll()
    .where('guild_id', '=', from)
    .orderBy('sort_order')
    .orderBy('id')
    .execute()
  const made = new Map<number, number>()
  for (const { id, title, sort_order } of rows) {
    const copy = await db
      .insertInto('chapters')
      .values({ guild_id: to, title, sort_order })
      .returning('id')
      .executeTakeFirstOrThrow()
    made.set(id, copy.id)
  }
  return made
}

type Copy = Pick<Task, 'guild_id' | 'title' | 'chapter_id' | 'sort_order' | 'open_at' | 'due_at' | 'close_at'> &
  Partial<Pick<Task, 'set_id'>>

/** Inserts a copy of a task as a draft, without its criteria, keys, attachments and prerequisites. */
export const insertCopy = async (
  db: Db,
  task: Task,
  copy: Copy,
  { user_id, now }: { user_id: number; now: number },
): Promise<number> => {
  const { id: _, ...columns } = task
  const fresh = {
    set_id: null,
    status: 'draft',
    accepted_count: 0,
    edit_version: 0,
    discussion_count: 0,
    discussion_locked_at: null,
    closed_at: null,
    trashed_from: null,
    trashed_at: null,
    demo: false,
  } as const
  const made = await db
    .insertInto('tasks')
    .values({ ...columns, ...fresh, ...copy, created_by: user_id, created_at: now, updated_at: now })
    .returning('id')
    .executeTakeFirstOrThrow()
  return made.id
}

/**
 * Copies criteria, question keys and attachments of tasks to their copies; also prerequisites, where both tasks were
 * copied or `within` says the copies share a guild with the originals.
 */
export const copyParts = async (db: Db, copies: ReadonlyMap<number, number>, within: boolean): Promise<void> => {
  const ids = [...copies.keys()]
  if (ids.length === 0) return
  const to = (id: number): number => copies.get(id) ?? id
  await copyKeys(db, copies)
  const criteria = await db
    .selectFrom('criteria')
    .select(['task_id', 'label', 'description', 'weight', 'sort_order', 'level_words'])
    .where('task_id', 'in', ids)
    .orderBy('sort_order')
    .orderBy('id')
    .execute()
  const files = await db.selectFrom('task_files').selectAll().where('task_id', 'in', ids).execute()
  const needs = await db.selectFrom('task_prerequisites').selectAll().where('task_id', 'in', ids).execute()
  const kept = needs.filter(({ required_task_id }) => within || copies.has(required_task_id))
  for (const some of inParts(criteria))
    await db
      .insertInto('criteria')
      .values(some.map((criterion) => ({ ...criterion, task_id: to(criterion.task_id) })))
      .execute()
  for (const some of inParts(files))
    await db
      .insertInto('task_files')
      .values(some.map((file) => ({ ...file, task_id: to(file.task_id) })))
      .execute()
  for (const some of inParts(kept))
    await db
      .insertInto('task_prerequisites')
      .values(
        some.map(({ task_id, required_task_id }) => ({ task_id: to(task_id), required_task_id: to(required_task_id) })),
      )
      .execute()
}

/** Closes the tasks of a guild being archived: open tasks close now, scheduled ones become drafts. */
export const closeGuildTasks = async (db: Db, guild_id: number, now: number): Promise<void> => {
  await db
    .updateTable('tasks')
    .set({ status: 'closed', closed_at: now, updated_at: now })
    .where('guild_id', '=', guild_id)
    .where('status', '=', 'open')
    .execute()
  await db
    .updateTable('tasks')
    .set({ status: 'draft', updated_at: now })
    .where('guild_id', '=', guild_id)
    .where('status', '=', 'scheduled')
    .execute()
}
