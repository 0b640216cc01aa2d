import { sql, type SqlBool } from 'kysely'
import { isPostgres } from '../../db/connection.ts'
import type { Db } from '../../db/schema.ts'
import { removeTold } from '../../messages/store.ts'
import { aboutReminder, reminderOf } from '../enrolment/reminder.ts'
import type { Task } from '../rules.ts'

/** Scheduled tasks that should be open; those of an archived guild stay. */
export const listOpening = (db: Db, now: number, limit: number): Promise<{ id: number; guild_id: number }[]> =>
  db
    .selectFrom('tasks')
    .innerJoin('guilds', 'guilds.id', 'tasks.guild_id')
    .select(['tasks.id', 'tasks.guild_id'])
    .where('tasks.status', '=', 'scheduled')
    .where('tasks.open_at', '<=', now)
    .where('guilds.status', '=', 'active')
    .orderBy('tasks.open_at')
    .orderBy('tasks.id')
    .limit(limit)
    .execute()

/** A condition for `where` on `tasks`: closed for everybody by a moment. The SQL form of closeOf in the rules. */
export const hasClosed = (at: number) =>
  sql<SqlBool>`(tasks.close_at <= ${at} or tasks.closed_at <= ${at} or (tasks.late_rule = 'refuse' and tasks.due_at <= ${at}))`

/**
 * For `enrolments as e` joined with `tasks`: the student's own date, or null. The SQL form of datesFor in the rules.
 */
export const ownDate = sql<number | null>`coalesce(e.return_due_at, case
  when e.extended_until > tasks.due_at or e.extended_until > tasks.close_at or e.extended_until > tasks.closed_at
  then e.extended_until end)`

/** For the same join: the due date for that student, or null. */
export const dueDate = sql<number>`coalesce(${ownDate}, tasks.due_at)`

/** Open tasks that have closed. */
export const listClosing = async (db: Db, now: number): Promise<number[]> => {
  const rows = await db
    .selectFrom('tasks')
    .select('id')
    .where('status', '=', 'open')
    .where(hasClosed(now))
    .orderBy('id')
    .execute()
  return rows.map(({ id }) => id)
}

/** Marks an open task that has closed as closed, and returns it; undefined where it is open again or closed already. */
export const closeDueTask = (db: Db, id: number, now: number): Promise<Task | undefined> =>
  db
    .updateTable('tasks')
    .set({ status: 'closed', updated_at: now })
    .where('id', '=', id)
    .where('status', '=', 'open')
    .where(hasClosed(now))
    .returningAll()
    .executeTakeFirst()

/** A condition for `where` on `tasks`: the task has no close of its own and closes only when staff close it. */
const hasNoClose = sql<SqlBool>`(tasks.close_at is null and tasks.closed_at is null and (tasks.late_rule <> 'refuse' or tasks.due_at is null))`

/**
 * Rows under way whose time is over: by the student's own date, else with their task. Dates are compared with `by`;
 * what staff have closed is over at once.
 */
export const listEnded = async (
  db: Db,
  { now, by }: { now: number; by: number },
  after: number,
  limit: number,
): Promise<number[]> => {
  const rows = await db
    .selectFrom('enrolments as e')
    .innerJoin('tasks', 'tasks.id', 'e.task_id')
    .select('e.id')
    .where('e.id', '>', after)
    .where('e.state', 'in', ['doing', 'returned'])
    .where('tasks.status', 'in', ['open', 'closed', 'archived'])
    // Where drafts are submitted automatically, a row with a draft is ended by that submission.
    .where((where) => where.or([where('tasks.submit_drafts', '=', false), where('e.draft_saved_at', 'is', null)]))
    .where(
      sql<SqlBool>`(${ownDate} <= ${by} or (${ownDate} is null
        and (${hasClosed(by)} or tasks.closed_at <= ${now} or (tasks.status <> 'open' and ${hasNoClose}))))`,
    )
    .orderBy('e.id')
    .limit(limit)
    .execute()
  return rows.map(({ id }) => id)
}

/** How long before a date a student is reminded, in milliseconds. */
const soon = 24 * 3_600_000

/**
 * Rows under way that are due within a day and whose student has not been told of that date, locked so that none is
 * submitted before its reminder. A row that is being changed is left to the next run. In an archived guild nothing can
 * be submitted, so nobody is reminded there.
 */
export const holdDueSoon = (db: Db, now: number, limit: number) =>
  db
    .selectFrom('enrolments as e')
    .innerJoin('tasks', 'tasks.id', 'e.task_id')
    .innerJoin('guild_members as gm', (join) =>
      join.onRef('gm.guild_id', '=', 'e.guild_id').onRef('gm.user_id', '=', 'e.user_id').on('gm.status', '=', 'member'),
    )
    .innerJoin('guilds', (join) => join.onRef('guilds.id', '=', 'e.guild_id').on('guilds.status', '=', 'active'))
    .select(['e.id', 'e.user_id', 'e.task_id', 'e.guild_id', 'tasks.title'])
    .select(dueDate.as('due_at'))
    .where('e.state', 'in', ['doing', 'returned'])
    .where(sql<SqlBool>`(tasks.status = 'open' or (tasks.status in ('closed', 'archived') and ${ownDate} is not null))`)
    .where(dueDate, '>', now)
    .where(dueDate, '<=', now + soon)
    .where(
      // Matches by `about` alone, which identifies the student too: otherwise PostgreSQL without statistics reads whole
      // message boxes.
      sql<SqlBool>`not exists (select 1 from messages where messages.about = 'enrolment:' || e.id
        and messages.kind = 'task.due_soon' and messages.created_at >= ${dueDate} - ${soon})`,
    )
    .orderBy('e.id')
    .limit(limit)
    .$if(isPostgres(db), (rows) => rows.forNoKeyUpdate('e').skipLocked())
    .execute()

/** The rows of a task, by their ids. */
export const listRowsOf = async (db: Db, task_id: number): Promise<number[]> => {
  const rows = await db.selectFrom('enrolments').select('id').where('task_id', '=', task_id).orderBy('id').execute()
  return rows.map(({ id }) => id)
}

/** The students staff have reminded of a task who still have the reminder. */
export const listReminded = async (db: Db, task_id: number): Promise<number[]> => {
  const rows = await db
    .selectFrom('messages')
    .select('user_id')
    .distinct()
    .where('about', '=', aboutReminder(task_id))
    .where('kind', '=', 'task.reminded')
    .execute()
  return rows.map(({ user_id }) => user_id)
}

/** The keys of a person's reminders from the staff of a guild. */
export const remindersIn = async (db: Db, guild_id: number, user_id: number): Promise<string[]> => {
  const rows = await db
    .selectFrom('messages')
    .innerJoin('tasks', (join) => join.on(sql<SqlBool>`messages.about = ${sql.lit(reminderOf)} || tasks.id`))
    .select('messages.about')
    .where('messages.user_id', '=', user_id)
    .where('messages.kind', '=', 'task.reminded')
    .where('tasks.guild_id', '=', guild_id)
    .execute()
  return rows.map(({ about }) => about)
}

/** Removes reminders of a date that has moved, for everybody doing the task or for some of them. */
export const dropReminders = async (db: Db, task_id: number, user_ids?: readonly number[]): Promise<void> => {
  if (user_ids?.length === 0) return
  const rows = db.selectFrom('enrolments').select('id').where('task_id', '=', task_id)
  const underWay = await rows
    .where('state', 'in', ['doing', 'returned'])
    .$if(user_ids !== undefined, (some) => some.where('user_id', 'in', user_ids ?? []))
    .execute()
  await removeTold(
    db,
    'task.due_soon',
    underWay.map(({ id }) => `enrolment:${id}`),
  )
}

/**
 * The name of a guild and the students to tell of a new task. Students told of it in another class of its set are left
 * out, unless that task is gone.
 */
export const studentsToTell = async (
  db: Db,
  { id, guild_id, set_id }: { id: number; guild_id: number; set_id: number | null },
): Promise<{ guild: string; user_ids: number[] }> => {
  const heard = sql<SqlBool>`exists (select 1 from tasks as there inner join messages as told on told.about = 'task:' || there.id
      where there.set_id = ${set_id} and there.id <> ${id} and there.status not in ('draft', 'trashed')
        and told.kind = 'task.published' and told.user_id = gm.user_id)`
  const rows = await db
    .selectFrom('guilds')
    .leftJoin('guild_members as gm', (join) =>
      join
        .onRef('gm.guild_id', '=', 'guilds.id')
        .on('gm.status', '=', 'member')
        .on('gm.role', '=', 'student')
        .$call((on) => (set_id === null ? on : on.on(({ not }) => not(heard)))),
    )
    .select(['guilds.name', 'gm.user_id'])
    .where('guilds.id', '=', guild_id)
    .execute()
  return { guild: rows[0]?.name ?? '', user_ids: rows.flatMap(({ user_id }) => user_id ?? []) }
}

/**
 * A student's rows under way in a guild, or those put aside when they left it; ordered by task, so that all
 * transactions lock them in the same order.
 */
export const listHeld = (db: Db, guild_id: number, user_id: number, which: 'under_way' | 'put_aside') => {
  const rows = db
    .selectFrom('enrolments')
    .selectAll()
    .where('guild_id', '=', guild_id)
    .where('user_id', '=', user_id)
    .orderBy('task_id')
    .orderBy('round')
  return which === 'under_way'
    ? rows.where('state', 'in', ['doing', 'returned']).execute()
    : rows.where('state', '=', 'aborted').where('left_from', 'is not', null).execute()
}
