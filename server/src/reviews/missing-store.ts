import { sql, type SqlBool } from 'kysely'
import { pageOf, type Page, type PageRequest } from '../db/paging.ts'
import type { Db } from '../db/schema.ts'
import { aboutReminder, reminderOf } from '../tasks/enrolment/reminder.ts'
import type { Task } from '../tasks/rules.ts'
import { isElsewhere } from '../tasks/sets/elsewhere-store.ts'

const missingStates = ['doing', 'returned', 'expired', 'aborted'] as const

/** The tasks with these ids, in the order they were created. */
export const tasksByIds = async (db: Db, ids: readonly number[]): Promise<Task[]> =>
  ids.length === 0 ? [] : db.selectFrom('tasks').selectAll().where('id', 'in', ids).orderBy('id').execute()

// First the class where the student already works, then one where the task is open, then the first.
const nearest = sql`case when row.state in ('doing', 'returned') then 0 when t.status = 'open' then 1 else 2 end`

const missing = (db: Db, task_ids: readonly number[]) =>
  db
    .selectFrom('tasks as t')
    .innerJoin('guilds', 'guilds.id', 't.guild_id')
    .innerJoin('guild_members as gm', 'gm.guild_id', 't.guild_id')
    .innerJoin('users', 'users.id', 'gm.user_id')
    .leftJoin('enrolments as row', (join) =>
      join
        .onRef('row.user_id', '=', 'gm.user_id')
        .onRef('row.task_id', '=', 't.id')
        .on('row.round', '=', (eb) =>
          eb
            .selectFrom('enrolments as latest')
            .select((one) => one.fn.max('latest.round').as('round'))
            .whereRef('latest.task_id', '=', 't.id')
            .whereRef('latest.user_id', '=', 'gm.user_id'),
        ),
    )
    .leftJoin('messages as told', (join) =>
      join
        .onRef('told.user_id', '=', 'gm.user_id')
        .on('told.type', '=', 'todo')
        .on('told.about', 'in', task_ids.map(aboutReminder))
        .on(sql<SqlBool>`told.about = ${sql.lit(reminderOf)} || t.id`),
    )
    .select([
      'gm.user_id',
      'users.nickname',
      'users.real_name',
      'users.student_no',
      'users.organization_name as class_name',
    ])
    .select(['t.id as task_id', 't.guild_id', 'guilds.name as guild_name'])
    .select(['row.id as enrolment_id', 'row.state', 'row.extended_until', 'row.return_due_at'])
    .select('told.created_at as reminded_at')
    .select(sql<number>`row_number() over (partition by gm.user_id order by ${nearest}, t.id)`.as('turn'))
    .where('t.id', 'in', task_ids)
    .where('gm.status', '=', 'member')
    .where('gm.role', '=', 'student')
    .where((where) => where.or([where('row.id', 'is', null), where('row.state', 'in', missingStates)]))
    // Offline tasks are excluded: staff record who was absent.
    .where('t.channel', '=', 'online')
    // Tasks in the bin expect no submissions.
    .where('t.status', '!=', 'trashed')
    // Students who work on the task in another class of its set are not missing here.
    .where(
      sql<SqlBool>`(t.set_id is null or not ${isElsewhere(sql.ref('gm.user_id'), { id: sql.ref('t.id'), set_id: sql.ref('t.set_id') })})`,
    )

export type Missing = Awaited<ReturnType<ReturnType<typeof missing>['executeTakeFirstOrThrow']>>

/** Students who have submitted nothing for some tasks, either one task or those of a set; each student once. */
export const listMissing = (db: Db, task_ids: readonly number[], page: PageRequest): Promise<Page<Missing>> =>
  pageOf(
    db,
    db.selectFrom(missing(db, task_ids).as('found')).selectAll().where('found.turn', '=', 1),
    [{ field: 'user_id', column: 'found.user_id', direction: 'asc' }],
    page,
  )

/** The number of missing students of each task, for tasks that are not of one set. */
export const countMissing = async (db: Db, task_ids: readonly number[]): Promise<Map<number, number>> => {
  if (task_ids.length === 0) return new Map()
  const rows = await db
    .selectFrom(missing(db, task_ids).as('found'))
    .select(['found.task_id', sql<number>`count(distinct found.user_id)`.as('people')])
    .groupBy('found.task_id')
    .execute()
  return new Map(rows.map(({ task_id, people }) => [task_id, Number(people)]))
}

/** The number of students who are missing in any of some tasks, for example the classes of a set; each counts once. */
export const countMissingOnce = async (db: Db, task_ids: readonly number[]): Promise<number> => {
  if (task_ids.length === 0) return 0
  const { people } = await db
    .selectFrom(missing(db, task_ids).as('found'))
    .select(sql<number>`count(distinct found.user_id)`.as('people'))
    .executeTakeFirstOrThrow()
  return Number(people)
}

/** Missing students who may be reminded, all or some, once for each class, nearest class first, 5,000 at most. */
export const allMissing = async (
  db: Db,
  task_ids: readonly number[],
  user_ids: readonly number[] | null,
): Promise<Missing[]> => {
  if (task_ids.length === 0) return []
  const all = missing(db, task_ids).orderBy('gm.user_id').orderBy('turn').limit(5_000)
  return (user_ids === null ? all : all.where('gm.user_id', 'in', user_ids)).execute()
}
