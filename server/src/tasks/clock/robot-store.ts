import { sql, type SqlBool } from 'kysely'
import type { Db } from '../../db/schema.ts'
import { isElsewhere } from '../sets/elsewhere-store.ts'

/**
 * Tasks due soon that robots of their guilds have not yet mentioned, with the number of students expected and of those
 * who have submitted nothing. A main task is for all students, any other for those who accepted it; excused students
 * and those who work on it in another class are not counted. Daily and offline tasks are left out.
 */
export const listDueForRobots = async (db: Db, now: number, until: number, limit: number) => {
  const said = sql<SqlBool>`exists (select 1 from robot_deliveries as d where d.robot_id = r.id
    and d.event_key = 'due_soon:task:' || tasks.id || ':' || tasks.due_at and (d.state <> 'waiting' or d.batch is not null))`
  const latest = sql`e.task_id = tasks.id and e.user_id = gm.user_id`
  const isFor = sql`(tasks.type = 'main' or exists (select 1 from enrolments as e where ${latest} and e.state <> 'aborted'))
    and not exists (select 1 from enrolments as e where ${latest} and e.state = 'excused')
    and not ${isElsewhere(sql.ref<number>('gm.user_id'), { id: sql.ref<number>('tasks.id'), set_id: sql.ref<number>('tasks.set_id') })}`
  const handedIn = sql`exists (select 1 from enrolments as e where ${latest} and e.state in ('submitted', 'returned', 'passed', 'failed'))`
  const rows = await db
    .selectFrom('tasks')
    .innerJoin('guilds', 'guilds.id', 'tasks.guild_id')
    .innerJoin('guild_members as gm', (join) =>
      join.onRef('gm.guild_id', '=', 'tasks.guild_id').on('gm.status', '=', 'member').on('gm.role', '=', 'student'),
    )
    .select(['tasks.id', 'tasks.guild_id', 'tasks.title', 'tasks.due_at'])
    .select([
      sql<number>`count(case when ${isFor} then 1 end)`.as('expected'),
      sql<number>`count(case when ${isFor} and not ${handedIn} then 1 end)`.as('missing'),
    ])
    .where('tasks.status', '=', 'open')
    .where('tasks.type', '!=', 'daily')
    .where('tasks.channel', '=', 'online')
    .where('tasks.due_at', '>', now)
    .where('tasks.due_at', '<=', until)
    .where('guilds.status', '=', 'active')
    .where(
      sql<SqlBool>`exists (select 1 from guild_robots as r where r.guild_id = tasks.guild_id and r.enabled and r.events like '%"due_soon"%' and not ${said})`,
    )
    .groupBy(['tasks.id', 'tasks.guild_id', 'tasks.title', 'tasks.due_at'])
    .orderBy('tasks.due_at')
    .orderBy('tasks.id')
    .limit(limit)
    .execute()
  return rows.map(({ due_at, expected, missing, ...task }) => ({
    ...task,
    due_at: Number(due_at),
    expected: Number(expected),
    missing: Number(missing),
  }))
}

/** Waiting announcements of due dates that no longer apply: the task is closed, removed, or due at another time. */
export const listUndueForRobots = async (db: Db, limit: number): Promise<string[]> => {
  const rows = await db
    .selectFrom('robot_deliveries as d')
    .select('d.about')
    .distinct()
    .where('d.state', '=', 'waiting')
    .where('d.event', '=', 'due_soon')
    .where(
      sql<SqlBool>`not exists (select 1 from tasks where tasks.status = 'open' and d.event_key = 'due_soon:task:' || tasks.id || ':' || tasks.due_at and d.about = 'task:' || tasks.id)`,
    )
    .limit(limit)
    .execute()
  return rows.map(({ about }) => about)
}
