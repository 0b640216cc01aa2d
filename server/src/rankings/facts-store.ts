import { sql } from 'kysely'
import type { Db } from '../db/schema.ts'

type Log = 'ledger' | 'history' | 'tasks'

/** The current end of each log: that of the tasks is a moment, and none after now, whatever a clock once showed. */
export const endsOfLogs = async (db: Db, now: number): Promise<Record<Log, number>> => {
  const { rows } = await sql<Record<Log, number>>`select
    coalesce((select max(id) from ledger_entries), 0) as ledger,
    coalesce((select max(id) from enrolment_history), 0) as history,
    coalesce((select max(updated_at) from tasks), 0) as tasks`.execute(db)
  const [ends = { ledger: 0, history: 0, tasks: 0 }] = rows
  return { ...ends, tasks: Math.min(ends.tasks, now) }
}

/**
 * The people affected by log entries after these places; a task affects its guild's students, and everybody with a
 * student-task in it, even after they have left the guild.
 */
export const touchedSince = async (db: Db, since: Record<Log, number>): Promise<number[]> => {
  const { rows } = await sql<{ user_id: number }>`
    select user_id from ledger_entries where id > ${since.ledger}
    union
    select e.user_id from enrolment_history as h inner join enrolments as e on e.id = h.enrolment_id where h.id > ${since.history}
    union
    select e.user_id from tasks inner join enrolments as e on e.task_id = tasks.id where tasks.updated_at > ${since.tasks}
    union
    select gm.user_id from tasks inner join guild_members as gm on gm.guild_id = tasks.guild_id
      where tasks.updated_at > ${since.tasks} and gm.status = 'member' and gm.role = 'student'`.execute(db)
  return rows.map(({ user_id }) => user_id).toSorted((one, other) => one - other)
}

/** All people, one page at a time, by id. */
export const listPeople = async (db: Db, after: number, limit: number): Promise<number[]> => {
  const rows = await db.selectFrom('users').select('id').where('id', '>', after).orderBy('id').limit(limit).execute()
  return rows.map(({ id }) => id)
}

const columnsOfTask = [
  'tasks.guild_id',
  'tasks.set_id',
  'tasks.type',
  'tasks.channel',
  'tasks.points',
  'tasks.difficulty',
  'tasks.status',
] as const
const datesOfTask = ['tasks.open_at', 'tasks.due_at', 'tasks.close_at', 'tasks.closed_at', 'tasks.late_rule'] as const

const rowsOf = (db: Db, user_ids: readonly number[], from: number) =>
  db
    .selectFrom('enrolments as e')
    .innerJoin('tasks', 'tasks.id', 'e.task_id')
    .select(['tasks.id as task_id', ...columnsOfTask, ...datesOfTask])
    .select([
      'e.user_id',
      'e.state',
      'e.percent_final',
      'e.released_at',
      'e.return_due_at',
      'e.extended_until',
      'e.attempts',
      'e.updated_at',
    ])
    .select((eb) =>
      eb
        .selectFrom('enrolment_history as h')
        .select((inner) => inner.fn.min('h.at').as('at'))
        .whereRef('h.enrolment_id', '=', 'e.id')
        .where('h.to_state', 'in', ['passed', 'failed'])
        .as('first_released_at'),
    )
    .where('e.user_id', 'in', user_ids)
    .where('tasks.status', 'not in', ['draft', 'trashed'])
    .where((where) => where.or([where('e.released_at', '>=', from), where('tasks.type', '=', 'main')]))
    .orderBy('e.id')
    .execute()

const mainTasksOf = async (db: Db, guild_ids: readonly number[], from: number) =>
  guild_ids.length === 0
    ? []
    : db
        .selectFrom('tasks')
        .innerJoin('guilds', 'guilds.id', 'tasks.guild_id')
        .select(['tasks.id as task_id', ...columnsOfTask, ...datesOfTask])
        .where('tasks.guild_id', 'in', guild_ids)
        .where('tasks.type', '=', 'main')
        .where('tasks.status', 'in', ['scheduled', 'open', 'closed'])
        .where((where) =>
          where.or([
            where('tasks.close_at', '>=', from),
            where('tasks.closed_at', '>=', from),
            where('tasks.due_at', '>=', from),
          ]),
        )
        .orderBy('tasks.id')
        .execute()

/** The facts behind the counters of some people, from a given time on. Five statements, however many people. */
export const factsOf = async (db: Db, user_ids: readonly number[], from: number) => {
  const users = await db
    .selectFrom('users')
    .select(['id as user_id', 'ranking_visibility'])
    .where('id', 'in', user_ids)
    .where('status', '=', 'normal')
    .orderBy('id')
    .execute()
  const members = await db
    .selectFrom('guild_members as gm')
    .innerJoin('guilds', 'guilds.id', 'gm.guild_id')
    .select(['gm.user_id', 'gm.guild_id', 'gm.role', 'gm.joined_at', 'guilds.visibility', 'guilds.status'])
    .where('gm.user_id', 'in', user_ids)
    .where('gm.status', '=', 'member')
    .orderBy('gm.id')
    .execute()
  const guild_ids = [...new Set(members.map(({ guild_id }) => guild_id))]
  const efforts = await db
    .selectFrom('ledger_entries')
    .select(['user_id', 'guild_id', 'kind', 'points', 'day', 'created_at'])
    .where('user_id', 'in', user_ids)
    .where('ledger', '=', 'experience')
    .where('created_at', '>=', from)
    .orderBy('id')
    .execute()
  return {
    people: users.map(({ user_id, ranking_visibility }) => ({ user_id, hidden: ranking_visibility === 'hidden' })),
    memberships: members.map(({ visibility, status, ...member }) => ({
      ...member,
      is_public: visibility === 'public',
      is_active: status === 'active',
    })),
    taken: await rowsOf(db, user_ids, from),
    mainTasks: await mainTasksOf(db, guild_ids, from),
    efforts,
  }
}
