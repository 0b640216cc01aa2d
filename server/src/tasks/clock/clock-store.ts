import { sql, type SqlBool } from 'kysely'
import { isPostgres } from '../../db/connection.ts'
import type { Db } from '../../db/schema.ts'

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

/** For `where` on `tasks`: whether a task has closed for everybody by a moment. Says what closeOf of the rules says. */
export const hasClosed = (at: number) =>
  sql<SqlBool>`(tasks.close_at <= ${at} or tasks.closed_at <= ${at} or (tasks.late_rule = 'refuse' and tasks.due_at <= ${at}))`

/** Writes down which open tasks have closed. */
export const closeDueTasks = async (db: Db, now: number): Promise<void> => {
  await db
    .updateTable('tasks')
    .set({ status: 'closed', updated_at: now })
    .where('status', '=', 'open')
    .where(hasClosed(now))
    .execute()
}

/** Rows under way whose time is over: by the date of their own, else with their task. */
export const listEnded = async (db: Db, now: number, after: number, limit: number): Promise<number[]> => {
  const rows = await db
    .selectFrom('enrolments as e')
    .innerJoin('tasks', 'tasks.id', 'e.task_id')
    .select('e.id')
    .where('e.id', '>', after)
    .where('e.state', 'in', ['doing', 'returned'])
    .where('tasks.status', 'in', ['open', 'closed', 'archived'])
    // A draft that is to be handed in by the clock ends the row with it.
    .where((where) => where.or([where('tasks.submit_drafts', '=', false), where('e.draft_saved_at', 'is', null)]))
    .where(
      sql<SqlBool>`(e.return_due_at <= ${now} or (e.return_due_at is null and (e.extended_until <= ${now} or (e.extended_until is null and tasks.status <> 'open'))))`,
    )
    .orderBy('e.id')
    .limit(limit)
    .execute()
  return rows.map(({ id }) => id)
}

/**
 * Rows under way that are due soon and whose student has not been told, held so that none is handed in before they are.
 * One that somebody is changing at this moment is left to the next time.
 */
export const holdDueSoon = (db: Db, now: number, until: number, limit: number) =>
  db
    .selectFrom('enrolments as e')
    .innerJoin('tasks', 'tasks.id', 'e.task_id')
    .innerJoin('guild_members as gm', (join) =>
      join.onRef('gm.guild_id', '=', 'e.guild_id').onRef('gm.user_id', '=', 'e.user_id').on('gm.status', '=', 'member'),
    )
    .select(['e.id', 'e.user_id', 'e.task_id', 'e.guild_id', 'tasks.title'])
    .select(sql<number>`coalesce(e.return_due_at, e.extended_until, tasks.due_at)`.as('due_at'))
    .where('e.state', 'in', ['doing', 'returned'])
    .where('tasks.status', '=', 'open')
    .where(sql<SqlBool>`coalesce(e.return_due_at, e.extended_until, tasks.due_at) > ${now}`)
    .where(sql<SqlBool>`coalesce(e.return_due_at, e.extended_until, tasks.due_at) <= ${until}`)
    .where(
      // By what it is about alone, which names the student too: else a PostgreSQL without statistics reads whole boxes.
      sql<SqlBool>`not exists (select 1 from messages where messages.about = 'enrolment:' || e.id and messages.kind = 'task.due_soon')`,
    )
    .orderBy('e.id')
    .limit(limit)
    .$if(isPostgres(db), (rows) => rows.forNoKeyUpdate('e').skipLocked())
    .execute()

/**
 * The name of a guild and its students: whom a new task concerns. Who heard of it in another class of its set is not told
 * again, unless that task is gone.
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

/** A student's rows under way in a guild, or those put aside when they left it; by task, so that everybody holds them in one order. */
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
