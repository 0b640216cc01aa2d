import { sql, type SqlBool } from 'kysely'
import type { Db } from '../db/schema.ts'
import { ownDate } from '../tasks/clock/clock-store.ts'
import { isElsewhere } from '../tasks/sets/elsewhere-store.ts'

export type CalendarLink = { nonce: string; created_at: number }

/** The link of a person, if there is one. */
export const findLink = (db: Db, user_id: number): Promise<CalendarLink | undefined> =>
  db.selectFrom('calendar_links').select(['nonce', 'created_at']).where('user_id', '=', user_id).executeTakeFirst()

/** Stores a link; with `keep` one that is there stays. */
export const putLink = async (
  db: Db,
  link: CalendarLink & { user_id: number; token_hash: string },
  keep: boolean,
): Promise<void> => {
  const { user_id: _, ...fresh } = link
  await db
    .insertInto('calendar_links')
    .values(link)
    .onConflict((conflict) => (keep ? conflict.doNothing() : conflict.column('user_id').doUpdateSet(fresh)))
    .execute()
}

/** Removes the link of a person. */
export const dropLink = async (db: Db, user_id: number): Promise<void> => {
  await db.deleteFrom('calendar_links').where('user_id', '=', user_id).execute()
}

/** The user whose calendar a token opens: a student whose account is open. */
export const findReader = (db: Db, token_hash: string) =>
  db
    .selectFrom('calendar_links as c')
    .innerJoin('users as u', 'u.id', 'c.user_id')
    .innerJoin('user_roles as r', (join) => join.onRef('r.user_id', '=', 'u.id').on('r.role', '=', 'student'))
    .select(['u.id', 'u.locale'])
    .where('c.token_hash', '=', token_hash)
    .where('u.status', '=', 'normal')
    .executeTakeFirst()

export type DueDate = {
  task_id: number
  guild_id: number
  round: number
  title: string
  guild: string
  due_at: number
  state: string | null
  /** 1 where it is done in class: nobody takes it. */
  is_offline: number
  updated_at: number
}

// A calendar program shows years; no student has more due dates ahead.
const atMost = 500

/** Of the classes of a set in which the student has not accepted the task, keeps the one that is due first. */
const oneOfEachSet = <T extends { set_id: number | null; state: string | null }>(rows: readonly T[]): T[] => {
  const seen = new Set<number>()
  return rows.filter(({ set_id, state }) => {
    if (set_id === null || state !== null) return true
    if (seen.has(set_id)) return false
    seen.add(set_id)
    return true
  })
}

/**
 * What somebody has to hand in: tasks under way, and main tasks of their guilds that are open and not taken yet. No
 * scores, nobody else.
 */
export const dueDates = async (db: Db, user_id: number, from: number): Promise<DueDate[]> => {
  const due = sql<number>`coalesce(${ownDate}, tasks.due_at)`
  const rows = await db
    .selectFrom('guild_members as gm')
    .innerJoin('guilds', 'guilds.id', 'gm.guild_id')
    .innerJoin('tasks', 'tasks.guild_id', 'guilds.id')
    .leftJoin('enrolments as e', (join) => join.onRef('e.task_id', '=', 'tasks.id').on('e.user_id', '=', user_id))
    .select([
      'tasks.id as task_id',
      'tasks.guild_id',
      'tasks.set_id',
      'tasks.title',
      'guilds.name as guild',
      'e.state',
      due.as('due_at'),
    ])
    .select(sql<number>`coalesce(e.round, 1)`.as('round'))
    .select(sql<number>`case when tasks.channel = 'offline' then 1 else 0 end`.as('is_offline'))
    .select(sql<number>`coalesce(e.updated_at, tasks.updated_at)`.as('updated_at'))
    .where('gm.user_id', '=', user_id)
    .where('gm.status', '=', 'member')
    .where('gm.role', '=', 'student')
    .where('guilds.status', '=', 'active')
    .where(due, '>=', from)
    .where(
      sql<SqlBool>`(e.state in ('doing', 'returned') or (e.state is null and tasks.type = 'main' and tasks.status = 'open' and not ${isElsewhere(user_id, { id: sql.ref('tasks.id'), set_id: sql.ref('tasks.set_id') })}))`,
    )
    .where('tasks.status', 'in', ['open', 'closed', 'archived'])
    .orderBy(due)
    .orderBy('tasks.id')
    .limit(atMost)
    .execute()
  return oneOfEachSet(rows)
}
