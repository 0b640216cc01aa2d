import { sql } from 'kysely'
import { setLimits } from '@tongchuang/contract/task-set-members.admin.ts'
import type { Db } from '../db/schema.ts'
import { storedValue } from '../db/stored-json.ts'
import type { Actor } from '../guilds/power-rules.ts'
import { isStaffOf } from '../guilds/scope-store.ts'
import { isElsewhere } from '../tasks/sets/elsewhere-store.ts'
import { newestRounds } from '../reviews/newest-rounds-store.ts'
import type { Judged } from './statistics-rules.ts'

const known = ['open', 'closed', 'archived'] as const

/** A task that students can see, with its guild; undefined for none. */
export const knownTask = (db: Db, id: number) =>
  db
    .selectFrom('tasks')
    .select(['id', 'guild_id', 'set_id'])
    .where('id', '=', id)
    .where('status', 'in', known)
    .executeTakeFirst()

const withGuild = (db: Db) =>
  db
    .selectFrom('tasks')
    .innerJoin('guilds', 'guilds.id', 'tasks.guild_id')
    .select(['tasks.id as task_id', 'tasks.guild_id', 'tasks.title', 'tasks.set_id', 'tasks.due_at'])
    .select(['tasks.pass_line', 'guilds.name as guild_name'])
    .where('tasks.status', 'in', known)
    .orderBy('tasks.id')
    .limit(setLimits.classes)

/** The tasks of a set that students can see, in guilds where the actor sees the grades, by id. */
export const gradedMembers = (db: Db, set_id: number, actor: Actor) =>
  withGuild(db)
    .where('tasks.set_id', '=', set_id)
    .where(isStaffOf(actor, 'tasks.guild_id', 'can_see_grades'))
    .execute()

/** One task that students can see; the caller has checked who asks. */
export const gradedTask = (db: Db, id: number) => withGuild(db).where('tasks.id', '=', id).execute()

export type StatisticsTask = Awaited<ReturnType<typeof gradedTask>>[number]

const number = (value: unknown): number => Number(value ?? 0)

/**
 * For each task, the number of its guild’s students who are expected (not excused, not working elsewhere), who
 * submitted, late or not, and whose work waits, by their latest round: one query.
 */
export const countHandedIn = async (db: Db, task_ids: readonly number[]) => {
  const sum = (condition: ReturnType<typeof sql>) => sql<number>`sum(case when ${condition} then 1 else 0 end)`
  const handedIn = sql`row.state in ('submitted', 'passed', 'failed', 'returned')`
  const rows = await newestRounds(db, task_ids)
    .select('t.id as task_id')
    .select(sql<number>`count(*)`.as('students'))
    .select(sum(sql`${handedIn} and not row.late`).as('on_time'))
    .select(sum(sql`${handedIn} and row.late`).as('late'))
    .select(sum(sql`row.state = 'submitted' and held.id is null`).as('waiting'))
    .where((where) => where.or([where('row.state', 'is', null), where('row.state', '!=', 'excused')]))
    .where(({ not }) => not(isElsewhere(sql.ref('gm.user_id'), { id: sql.ref('t.id'), set_id: sql.ref('t.set_id') })))
    .groupBy('t.id')
    .execute()
  return new Map(
    rows.map(({ task_id, students, on_time, late, waiting }) => [
      task_id,
      { students: number(students), on_time: number(on_time), late: number(late), waiting: number(waiting) },
    ]),
  )
}

/** For each task, the number of members with each released percent, by the best of their rounds: one query. */
export const releasedPercents = async (db: Db, task_ids: readonly number[]) => {
  const best = db
    .selectFrom('enrolments as e')
    .innerJoin('guild_members as gm', (join) =>
      join.onRef('gm.guild_id', '=', 'e.guild_id').onRef('gm.user_id', '=', 'e.user_id'),
    )
    .select(['e.task_id', 'e.user_id'])
    .select((eb) => eb.fn.max('e.percent_final').as('percent'))
    .where('e.task_id', 'in', task_ids)
    .where('e.released_at', 'is not', null)
    .where('e.state', '!=', 'excused')
    .where('gm.status', '=', 'member')
    .where('gm.role', '=', 'student')
    .groupBy(['e.task_id', 'e.user_id'])
  const rows = await db
    .selectFrom(best.as('best'))
    .select(['task_id', 'percent', sql<number>`count(*)`.as('many')])
    .where('percent', 'is not', null)
    .groupBy(['task_id', 'percent'])
    .execute()
  return rows.map(({ task_id, percent, many }) => ({ task_id, percent: number(percent), many: number(many) }))
}

/** The criteria of some tasks in their order. */
export const criteriaOf = (db: Db, task_ids: readonly number[]) =>
  db
    .selectFrom('criteria')
    .select(['id', 'task_id', 'label', 'weight'])
    .where('task_id', 'in', task_ids)
    .orderBy('task_id')
    .orderBy('sort_order')
    .orderBy('id')
    .execute()

/** How the released works of members were judged; works judged alike are one row. */
export const releasedLevels = async (db: Db, task_ids: readonly number[]): Promise<Judged[]> => {
  const rows = await db
    .selectFrom('results')
    .innerJoin('enrolments as e', 'e.id', 'results.enrolment_id')
    .innerJoin('guild_members as gm', (join) =>
      join.onRef('gm.guild_id', '=', 'e.guild_id').onRef('gm.user_id', '=', 'e.user_id'),
    )
    .select(['e.task_id', 'results.criteria', sql<number>`count(*)`.as('many')])
    .where('e.task_id', 'in', task_ids)
    .where('results.status', '=', 'released')
    .where('results.criteria', '!=', '[]')
    .where('gm.status', '=', 'member')
    .where('gm.role', '=', 'student')
    .groupBy(['e.task_id', 'results.criteria'])
    .execute()
  return rows.map(({ task_id, criteria, many }) => ({
    task_id,
    levels: storedValue(criteria),
    many: number(many),
  }))
}
