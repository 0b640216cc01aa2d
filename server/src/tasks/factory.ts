import type { Insertable } from 'kysely'
import type { Db, Schema } from '../db/schema.ts'
import type { Enrolment, Task } from './rules.ts'

let made = 0

/** A chapter of a guild. */
export const aChapter = async (
  db: Db,
  given: { guild_id: number } & Partial<Insertable<Schema['chapters']>>,
): Promise<{ id: number; title: string }> => {
  made += 1
  return db
    .insertInto('chapters')
    .values({ title: `第 ${made} 章`, ...given })
    .returning(['id', 'title'])
    .executeTakeFirstOrThrow()
}

/**
 * A task of a guild that is open and has no dates, by default a side task; `requires` names the tasks to be passed
 * first.
 */
export const aTask = async (
  db: Db,
  {
    requires = [],
    ...given
  }: { guild_id: number; requires?: readonly number[] } & Partial<Insertable<Schema['tasks']>>,
): Promise<Task> => {
  made += 1
  const { created_at = Date.now() } = given
  const bare = {
    chapter_id: null,
    open_at: null,
    due_at: null,
    close_at: null,
    closed_at: null,
    capacity: null,
    max_attempts: null,
    created_by: null,
  }
  const task = await db
    .insertInto('tasks')
    .values({
      ...bare,
      title: `任务 ${made}`,
      content: '照说明完成。',
      content_html: '<p>照说明完成。</p>',
      type: 'side',
      points: 100,
      status: 'open',
      updated_at: created_at,
      ...given,
      created_at,
    })
    .returningAll()
    .executeTakeFirstOrThrow()
  if (requires.length > 0) {
    await db
      .insertInto('task_prerequisites')
      .values(requires.map((required_task_id) => ({ task_id: task.id, required_task_id })))
      .execute()
  }
  return task
}

/**
 * A student's row in any state; keeps the task's count of places right. A passed or failed one has a released result.
 */
export const anEnrolment = async (
  db: Db,
  task: Pick<Task, 'id' | 'guild_id'>,
  given: { user_id: number } & Partial<Insertable<Schema['enrolments']>>,
): Promise<Enrolment> => {
  const { accepted_at = Date.now(), state = 'doing', round = 1 } = given
  const percent_final = state === 'passed' ? 80 : state === 'failed' ? 40 : null
  const result = { score: percent_final, percent_final, released_at: percent_final === null ? null : accepted_at }
  const none = {
    reopened_from: null,
    left_from: null,
    extended_until: null,
    return_due_at: state === 'returned' ? accepted_at + 7 * 24 * 3_600_000 : null,
    draft_saved_at: null,
  }
  const row = await db
    .insertInto('enrolments')
    .values({
      task_id: task.id,
      guild_id: task.guild_id,
      ...none,
      ...result,
      updated_at: accepted_at,
      ...given,
      accepted_at,
      state,
      round,
    })
    .returningAll()
    .executeTakeFirstOrThrow()
  if (round === 1 && state !== 'aborted' && state !== 'excused') {
    await db
      .updateTable('tasks')
      .set((to) => ({ accepted_count: to('accepted_count', '+', 1) }))
      .where('id', '=', task.id)
      .execute()
  }
  return row
}

/** A criterion of a task, by default the only one. */
export const aCriterion = async (
  db: Db,
  given: { task_id: number } & Partial<Insertable<Schema['criteria']>>,
): Promise<{ id: number; weight: number }> => {
  made += 1
  return db
    .insertInto('criteria')
    .values({ label: `标准 ${made}`, weight: 100, ...given })
    .returning(['id', 'weight'])
    .executeTakeFirstOrThrow()
}

/** Counts another version of a row, as submitting does; returns its number. */
export const countVersion = async (db: Db, enrolment_id: number, isAttempt: boolean): Promise<number> => {
  const { version_count } = await db
    .updateTable('enrolments')
    .set((to) => ({ version_count: to('version_count', '+', 1), attempts: to('attempts', '+', isAttempt ? 1 : 0) }))
    .where('id', '=', enrolment_id)
    .returning('version_count')
    .executeTakeFirstOrThrow()
  return version_count
}
