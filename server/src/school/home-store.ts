import type { RoleKey } from '@tongchuang/contract/accounts.ts'
import { sql, type SqlBool } from 'kysely'
import type { Db } from '../db/schema.ts'
import { guildsActedIn, type Ability } from '../guilds/scope-store.ts'
import { isWaiting } from '../submissions/status-store.ts'
import { isInBin } from '../tasks/bin-store.ts'
import { dueDate } from '../tasks/clock/clock-store.ts'

/** The user whose home page it is, and the role they act in: an administrator sees every guild. */
export type Whose = { user_id: number; role: RoleKey }

const shown = 5
const dayMs = 24 * 3_600_000
const n = sql<number>`cast(count(*) as bigint)`

/** Waiting works by task, longest wait first, and their total. */
export const waitingWorks = async (db: Db, whose: Whose) => {
  const waiting = db
    .selectFrom('submissions as s')
    .where(isWaiting('s'))
    .where('s.user_id', '<>', whose.user_id)
    .where('s.guild_id', 'in', guildsActedIn(whose, 'can_review'))
    .where(({ not }) => not(isInBin('s.task_id')))
  const total = Number((await waiting.select(n.as('n')).executeTakeFirstOrThrow()).n)
  const groups = await waiting
    .select(['s.task_id', n.as('waiting'), sql<number>`min(s.submitted_at)`.as('oldest_at')])
    .groupBy('s.task_id')
    .orderBy('oldest_at')
    .orderBy('s.task_id')
    .limit(shown)
    .execute()
  if (groups.length === 0) return { total, tasks: [] }
  const ids = groups.map(({ task_id }) => task_id)
  const tasks = await db
    .selectFrom('tasks as t')
    .innerJoin('guilds as g', 'g.id', 't.guild_id')
    .select(['t.id', 't.title', 't.type', 'g.id as guild_id', 'g.name as guild_name', 'g.hue', 'g.glyph', 'g.flag'])
    .select((eb) =>
      eb
        .selectFrom('submissions as r')
        .select(n.as('n'))
        .whereRef('r.task_id', '=', 't.id')
        .where('r.status', 'in', ['reviewed', 'released'])
        .as('reviewed'),
    )
    .where('t.id', 'in', ids)
    .execute()
  const oldest = await db
    .selectFrom('submissions as s')
    .innerJoin('users as u', 'u.id', 's.user_id')
    .select(['s.task_id', 'u.nickname', 'u.real_name'])
    .where('s.task_id', 'in', ids)
    .where(isWaiting('s'))
    .where('s.user_id', '<>', whose.user_id)
    .where('s.submitted_at', 'in', [...new Set(groups.map(({ oldest_at }) => Number(oldest_at)))])
    .orderBy('s.submitted_at')
    .orderBy('s.id')
    .execute()
  return {
    total,
    tasks: groups.flatMap(({ task_id, waiting, oldest_at }) => {
      const task = tasks.find(({ id }) => id === task_id)
      const person = oldest.find((row) => row.task_id === task_id)
      if (!task) return []
      const { id: _, reviewed, ...about } = task
      const oldest_name = person?.real_name || person?.nickname || ''
      return [
        {
          task_id,
          ...about,
          waiting: Number(waiting),
          reviewed: Number(reviewed ?? 0),
          oldest_at: Number(oldest_at),
          oldest_name,
        },
      ]
    }),
  }
}

/**
 * Students who accepted work that was due within the last 30 days and have not submitted it; excludes those with time
 * left by an extension or a return, and those who have left the guild.
 */
export const overdue = async (db: Db, whose: Whose, now: number) => {
  const late = db
    .selectFrom('enrolments as e')
    .innerJoin('tasks', 'tasks.id', 'e.task_id')
    .innerJoin('guild_members as gm', (join) =>
      join
        .onRef('gm.guild_id', '=', 'e.guild_id')
        .onRef('gm.user_id', '=', 'e.user_id')
        .on('gm.status', '=', 'member')
        .on('gm.role', '=', 'student'),
    )
    .where('e.state', 'in', ['doing', 'returned', 'expired'])
    .where('tasks.due_at', '<', now)
    .where('tasks.due_at', '>', now - 30 * dayMs)
    .where(dueDate, '<', now)
    .where('tasks.status', 'in', ['open', 'closed'])
    .where('tasks.channel', '=', 'online')
    .where('tasks.guild_id', 'in', guildsActedIn(whose, 'can_see_grades'))
  const total = Number((await late.select(n.as('n')).executeTakeFirstOrThrow()).n)
  const people = await late
    .innerJoin('users as u', 'u.id', 'e.user_id')
    .select(['u.id as user_id', 'u.nickname', 'u.real_name', 'u.avatar_file_id', 'u.head', n.as('count')])
    .groupBy(['u.id', 'u.nickname', 'u.real_name', 'u.avatar_file_id', 'u.head'])
    .orderBy('count', 'desc')
    .orderBy('u.id')
    .limit(shown)
    .execute()
  if (people.length === 0) return { total, people: [] }
  const rows = await late
    .select(['e.user_id', 'tasks.id', 'tasks.title'])
    .where(
      'e.user_id',
      'in',
      people.map(({ user_id }) => user_id),
    )
    .orderBy('tasks.due_at', 'desc')
    .orderBy('tasks.id', 'desc')
    .execute()
  return {
    total,
    people: people.flatMap(({ count, ...person }) => {
      const last = rows.find(({ user_id }) => user_id === person.user_id)
      return last ? [{ ...person, tasks: Number(count), last_task_id: last.id, last_title: last.title }] : []
    }),
  }
}

// Reports are decided even for tasks in the bin.
const aboutBinned = {
  appeals: sql<SqlBool>`exists (select 1 from enrolments as e where e.id = appeals.enrolment_id and ${isInBin('e.task_id')})`,
  extension_requests: isInBin('extension_requests.task_id'),
  reports: sql<SqlBool>`1 = 0`,
} as const

// Reports about one thing are decided together, as one row of their list.
const asked = {
  appeals: n,
  extension_requests: n,
  reports: sql<number>`cast(count(distinct target || ':' || target_id) as bigint)`,
} as const

/**
 * The held entered results of the members of somebody's own guilds, and the guild they are in, if it is one. For an
 * administrator, too, those of the guilds where they are staff, and nothing without any: no index tells the held ones
 * from all that a school ever entered.
 */
const enteredHeld = async (
  db: Db,
  whose: Whose,
): Promise<{ entered: number | null; entered_guild_id: number | null }> => {
  const isAdmin = whose.role === 'admin'
  const rows = await db
    .selectFrom('entered_results as er')
    .innerJoin('guild_members as gm', (join) =>
      join
        .onRef('gm.guild_id', '=', 'er.guild_id')
        .onRef('gm.user_id', '=', 'er.user_id')
        .on('gm.status', '=', 'member')
        .on('gm.role', '=', 'student'),
    )
    .select(['er.guild_id', n.as('n')])
    .where('er.released_at', 'is', null)
    .where('er.word', '!=', 'blank')
    .where('er.guild_id', 'in', guildsActedIn(isAdmin ? { ...whose, role: 'teacher' } : whose, 'can_see_grades'))
    .where(({ not }) => not(isInBin('er.task_id')))
    .groupBy('er.guild_id')
    .execute()
  const entered = rows.reduce((sum, row) => sum + Number(row.n), 0)
  return {
    entered: isAdmin && entered === 0 ? null : entered,
    entered_guild_id: rows.length === 1 ? (rows[0]?.guild_id ?? null) : null,
  }
}

/** What waits for an answer, counting only what the caller may answer. */
export const inboxOf = async (db: Db, whose: Whose) => {
  const mine = (ability: Ability) => guildsActedIn(whose, ability)
  const since = sql<number | null>`min(created_at)`.as('since')
  const open = (table: keyof typeof aboutBinned, ability: Ability) =>
    db
      .selectFrom(table)
      .select([asked[table].as('n'), since])
      .where('status', '=', 'open')
      .where('guild_id', 'in', mine(ability))
      .where(({ not }) => not(aboutBinned[table]))
      .executeTakeFirstOrThrow()
  const [joins, extensions, appeals, notes, reports, held] = [
    await db
      .selectFrom('guild_members')
      .select(n.as('n'))
      .where('status', '=', 'pending')
      .where('guild_id', 'in', mine('can_admit'))
      .executeTakeFirstOrThrow(),
    await open('extension_requests', 'can_review'),
    await open('appeals', 'can_review'),
    await db
      .selectFrom('note_threads as nt')
      .innerJoin('guild_members as gm', (join) =>
        join
          .onRef('gm.guild_id', '=', 'nt.guild_id')
          .onRef('gm.user_id', '=', 'nt.student_id')
          .on('gm.status', '=', 'member')
          .on('gm.role', '=', 'student'),
      )
      .select(n.as('n'))
      .where('nt.waiting_since', 'is not', null)
      .where(({ not }) => not(isInBin('nt.task_id')))
      .where('nt.guild_id', 'in', mine('can_review'))
      .executeTakeFirstOrThrow(),
    await open('reports', 'can_moderate'),
    await db
      .selectFrom('submissions')
      .select(n.as('n'))
      .where('status', '=', 'reviewed')
      .where('guild_id', 'in', mine('can_review'))
      .where(({ not }) => not(isInBin('submissions.task_id')))
      .executeTakeFirstOrThrow(),
  ]
  const { entered, entered_guild_id } = await enteredHeld(db, whose)
  const at = (value: number | null) => (value === null ? null : Number(value))
  return {
    inbox: {
      joins: Number(joins.n),
      extensions: Number(extensions.n),
      appeals: Number(appeals.n),
      notes: Number(notes.n),
      reports: Number(reports.n),
      held: Number(held.n),
      entered,
    },
    entered_guild_id,
    oldest_appeal_at: at(appeals.since),
    oldest_report_at: at(reports.since),
  }
}

/** Which of the first steps of a new school are done: one query. */
export const firstSteps = async (db: Db) => {
  const has = (query: ReturnType<typeof sql>) => sql<number>`case when exists (${query}) then 1 else 0 end`
  const { rows } = await sql<Record<'guild' | 'people' | 'task' | 'joined' | 'backup', number>>`select
    ${has(sql`select 1 from guilds`)} as guild,
    ${has(sql`select 1 from user_roles where role = 'student'`)} as people,
    ${has(sql`select 1 from tasks where status <> 'draft'`)} as task,
    ${has(sql`select 1 from guild_members where role = 'student' and status = 'member'`)} as joined,
    ${has(sql`select 1 from audit_entries where call like '/api/admin/backup/%' and outcome = 'DONE'`)} as backup`.execute(
    db,
  )
  const [row] = rows
  const done = (value: number | undefined): boolean => Number(value ?? 0) === 1
  return {
    guild: done(row?.guild),
    people: done(row?.people),
    task: done(row?.task),
    joined: done(row?.joined),
    backup: done(row?.backup),
  }
}
