import { sql, type Insertable, type Selectable, type Updateable } from 'kysely'
import { storedStrings } from '../../db/stored-strings.ts'
import type { Db } from '../../db/schema.ts'
import type { FileRow } from '../../files/store.ts'
import { ownDate } from '../clock/clock-store.ts'
import type { CriterionTable, TaskHistoryTable, TaskTable } from '../tables.ts'

type Task = Selectable<TaskTable>
export type StoredCriterion = Pick<Selectable<CriterionTable>, 'id' | 'label' | 'description' | 'weight'> & {
  level_words: string[]
}

/** The criteria of a task in order. */
export const criteriaFor = async (db: Db, task_id: number): Promise<StoredCriterion[]> => {
  const rows = await db
    .selectFrom('criteria')
    .select(['id', 'label', 'description', 'weight', 'level_words'])
    .where('task_id', '=', task_id)
    .orderBy('sort_order')
    .orderBy('id')
    .execute()
  return rows.map((row) => ({ ...row, level_words: storedStrings(row.level_words) }))
}

/** The attachments of a task in order, whoever attached them. */
export const attachedTo = (db: Db, task_id: number): Promise<FileRow[]> =>
  db
    .selectFrom('task_files')
    .innerJoin('files', 'files.id', 'task_files.file_id')
    .selectAll('files')
    .where('task_files.task_id', '=', task_id)
    .where('files.status', '=', 'ready')
    .orderBy('task_files.sort_order')
    .orderBy('files.id')
    .execute()

/** The prerequisites of a task. */
export const neededFor = (db: Db, task_id: number) =>
  db
    .selectFrom('task_prerequisites as needed')
    .innerJoin('tasks', 'tasks.id', 'needed.required_task_id')
    .select(['tasks.id', 'tasks.title', 'tasks.status'])
    .where('needed.task_id', '=', task_id)
    .orderBy('tasks.sort_order')
    .orderBy('tasks.id')
    .execute()

/** All prerequisites between the tasks of a guild. */
export const needsIn = (db: Db, guild_id: number) =>
  db
    .selectFrom('task_prerequisites as needed')
    .innerJoin('tasks', 'tasks.id', 'needed.task_id')
    .select(['needed.task_id', 'needed.required_task_id'])
    .where('tasks.guild_id', '=', guild_id)
    .execute()

/** Titles of these tasks of one guild; those of other guilds and of the bin are left out. */
export const titlesIn = (db: Db, guild_id: number, ids: readonly number[]): Promise<{ id: number; title: string }[]> =>
  ids.length === 0
    ? Promise.resolve([])
    : db
        .selectFrom('tasks')
        .select(['id', 'title'])
        .where('guild_id', '=', guild_id)
        .where('status', '!=', 'trashed')
        .where('id', 'in', ids)
        .execute()

/** Whether any student has a row of a task other than an excused one. */
export const wasAccepted = async (db: Db, task_id: number): Promise<boolean> =>
  (await db
    .selectFrom('enrolments')
    .select('id')
    .where('task_id', '=', task_id)
    .where('state', '!=', 'excused')
    .limit(1)
    .executeTakeFirst()) !== undefined

const holding = ['doing', 'submitted', 'returned', 'passed', 'failed'] as const

/** Those who hold a task now: neither given up, excused nor expired. */
export const holdersOf = async (db: Db, task_id: number): Promise<number[]> => {
  const rows = await db
    .selectFrom('enrolments')
    .select('user_id')
    .distinct()
    .where('task_id', '=', task_id)
    .where('state', 'in', holding)
    .execute()
  return rows.map(({ user_id }) => user_id)
}

/** The holders to whom the task's own dates apply, because they have none of their own. */
export const holdersByItsDates = async (db: Db, task_id: number): Promise<number[]> => {
  const rows = await db
    .selectFrom('enrolments as e')
    .innerJoin('tasks', 'tasks.id', 'e.task_id')
    .select('e.user_id')
    .distinct()
    .where('e.task_id', '=', task_id)
    .where('e.state', 'in', holding)
    .where(ownDate, 'is', null)
    .execute()
  return rows.map(({ user_id }) => user_id)
}

/** The explicit columns of a new draft; everything else has its default. */
const bare = {
  chapter_id: null,
  open_at: null,
  due_at: null,
  close_at: null,
  closed_at: null,
  capacity: null,
  max_attempts: null,
  discussion_locked_at: null,
} as const

/** Makes a draft at the end of its guild. */
export const insertDraft = async (
  db: Db,
  given: { guild_id: number; title: string; created_by: number; now: number } & Partial<Insertable<TaskTable>>,
): Promise<number> => {
  const { now, ...task } = given
  const { id } = await db
    .insertInto('tasks')
    .values((eb) => ({
      ...bare,
      type: 'side',
      points: 50,
      status: 'draft',
      ...task,
      sort_order:
        task.sort_order ??
        eb
          .selectFrom('tasks')
          .select(sql<number>`coalesce(max(sort_order), 0) + 1`.as('next'))
          .where('guild_id', '=', task.guild_id),
      created_at: now,
      updated_at: now,
    }))
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/**
 * Saves columns of a task if it still has the version the save builds on; undefined where somebody else saved
 * meanwhile.
 */
export const saveTask = (
  db: Db,
  id: number,
  base_version: number,
  set: Updateable<TaskTable>,
  now: number,
): Promise<Task | undefined> =>
  db
    .updateTable('tasks')
    .set((to) => ({ ...set, edit_version: to('edit_version', '+', 1), updated_at: now }))
    .where('id', '=', id)
    .where('edit_version', '=', base_version)
    .returningAll()
    .executeTakeFirst()

/** Replaces the criteria of a task; a criterion sent with an id of this task keeps it. */
export const putCriteria = async (
  db: Db,
  task_id: number,
  given: readonly (Omit<StoredCriterion, 'id' | 'level_words'> & { id?: number; level_words?: readonly string[] })[],
): Promise<void> => {
  const known = new Set((await criteriaFor(db, task_id)).map(({ id }) => id))
  const kept = given.flatMap(({ id }) => (id !== undefined && known.has(id) ? [id] : []))
  const gone = [...known].filter((id) => !kept.includes(id))
  if (gone.length > 0) await db.deleteFrom('criteria').where('id', 'in', gone).execute()
  for (const [sort_order, { id, label, description, weight, level_words }] of given.entries()) {
    const values = { label, description, weight, sort_order, level_words: JSON.stringify(level_words ?? []) }
    if (id !== undefined && known.has(id)) await db.updateTable('criteria').set(values).where('id', '=', id).execute()
    else
      await db
        .insertInto('criteria')
        .values({ task_id, ...values })
        .execute()
  }
}

/** Replaces the prerequisites of a task. */
export const putPrerequisites = async (db: Db, task_id: number, required: readonly number[]): Promise<void> => {
  await db.deleteFrom('task_prerequisites').where('task_id', '=', task_id).execute()
  if (required.length === 0) return
  await db
    .insertInto('task_prerequisites')
    .values(required.map((required_task_id) => ({ task_id, required_task_id })))
    .execute()
}

/** Replaces the attachments of a task. */
export const putFiles = async (db: Db, task_id: number, file_ids: readonly number[]): Promise<void> => {
  await db.deleteFrom('task_files').where('task_id', '=', task_id).execute()
  if (file_ids.length === 0) return
  await db
    .insertInto('task_files')
    .values(file_ids.map((file_id, sort_order) => ({ task_id, file_id, sort_order })))
    .execute()
}

/** Whether a chapter belongs to a guild. */
export const isChapterOf = async (db: Db, guild_id: number, id: number): Promise<boolean> =>
  (await db
    .selectFrom('chapters')
    .select('id')
    .where('id', '=', id)
    .where('guild_id', '=', guild_id)
    .executeTakeFirst()) !== undefined

/** Adds an entry to the history of a task. */
export const recordTask = async (
  db: Db,
  row: Pick<Selectable<TaskHistoryTable>, 'task_id' | 'action'> & {
    actor_id: number | null
    changed?: readonly string[]
    now: number
  },
): Promise<void> => {
  const { task_id, action, actor_id, changed = [], now } = row
  await db
    .insertInto('task_history')
    .values({ task_id, action, actor_id, changed: JSON.stringify(changed), at: now })
    .execute()
}

/**
 * Stops holding results of a task: reviews are released at once from now on. The save counter is unchanged, so that
 * nobody editing the task gets a conflict.
 */
export const endHold = async (
  db: Db,
  { id: task_id, hold }: Pick<Task, 'id' | 'hold'>,
  { actor_id, now }: { actor_id: number; now: number },
): Promise<void> => {
  if (!hold) return
  await db.updateTable('tasks').set({ hold: false, updated_at: now }).where('id', '=', task_id).execute()
  await recordTask(db, { task_id, action: 'edit', changed: ['hold'], actor_id, now })
}

/** The history of changes of a task, newest first. */
export const historyOf = (db: Db, task_id: number, limit: number) =>
  db
    .selectFrom('task_history as h')
    .leftJoin('users', 'users.id', 'h.actor_id')
    .select(['h.id', 'h.action', 'h.changed', 'h.at', 'users.nickname'])
    .where('h.task_id', '=', task_id)
    .orderBy('h.id', 'desc')
    .limit(limit)
    .execute()

/** When a task was last taken back to a draft; null if it never was. */
export const unpublishedAt = async (db: Db, task_id: number): Promise<number | null> => {
  const { at } = await db
    .selectFrom('task_history')
    .select(({ fn }) => fn.max('at').as('at'))
    .where('task_id', '=', task_id)
    .where('action', '=', 'unpublish')
    .executeTakeFirstOrThrow()
  return at
}

/** Whether the questions of a task were changed while students could see it. */
export const hadOtherQuestions = async (db: Db, task_id: number): Promise<boolean> =>
  (await db
    .selectFrom('task_history')
    .select('id')
    .where('task_id', '=', task_id)
    .where('changed', 'like', '%"questions"%')
    .limit(1)
    .executeTakeFirst()) !== undefined

/** Tasks that were put into the bin before a moment, oldest first. */
export const listOutOfTime = async (db: Db, before: number, limit: number): Promise<number[]> => {
  const rows = await db
    .selectFrom('tasks')
    .select('id')
    .where('status', '=', 'trashed')
    .where('trashed_at', '<', before)
    .orderBy('trashed_at')
    .orderBy('id')
    .limit(limit)
    .execute()
  return rows.map(({ id }) => id)
}

/** Deletes a task from the bin for good, with its students' work. */
export const removeTask = async (db: Db, id: number): Promise<void> => {
  await db.deleteFrom('tasks').where('id', '=', id).where('status', '=', 'trashed').execute()
}
