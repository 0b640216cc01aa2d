import type { RoleKey } from '@tongchuang/contract/accounts.ts'
import { sql } from 'kysely'
import { contains } from '../db/contains.ts'
import { pageOf, type Page, type PageRequest } from '../db/paging.ts'
import type { Db } from '../db/schema.ts'
import { guildsActedIn } from '../guilds/scope-store.ts'

const counted = <T>(name: string) => sql<T>`cast(count(*) as bigint)`.as(name)

/** The number of active guilds in which a user is staff; an administrator is staff everywhere. */
export const countGuilds = async (db: Db, user_id: number, role: RoleKey): Promise<number> => {
  const guilds = db
    .selectFrom('guilds')
    .select(counted<number>('n'))
    .where('id', 'in', guildsActedIn({ user_id, role }))
  return Number((await guilds.executeTakeFirstOrThrow()).n)
}

export type JobState = {
  name: string
  held_until: number
  next_at: number
  last_at: number | null
  failed_at: number | null
  failed_reason: string | null
}

/** Every job that ever ran, by name, 200 at most. */
export const jobStates = (db: Db): Promise<JobState[]> =>
  db
    .selectFrom('job_leases')
    .select(['name', 'held_until', 'next_at', 'last_at', 'failed_at', 'failed_reason'])
    .orderBy('name')
    .limit(200)
    .execute()

// The third attempt is about two minutes after the first.
const triesOfLate = 3

/**
 * Counts of letters: `waiting`; `late`, those of them that have failed several times; `failed`, given up; `lately`,
 * those of them given up since a given time. `last_failure` is the last reason.
 */
export const mailState = async (
  db: Db,
  since: number,
): Promise<{ waiting: number; late: number; failed: number; lately: number; last_failure: string | null }> => {
  const counts = await db
    .selectFrom('mail_outbox')
    .select([
      sql<number>`count(case when failed_at is null then 1 end)`.as('waiting'),
      sql<number>`count(case when failed_at is null and attempts >= ${triesOfLate} then 1 end)`.as('late'),
      sql<number>`count(failed_at)`.as('failed'),
      sql<number>`count(case when failed_at > ${since} then 1 end)`.as('lately'),
    ])
    .executeTakeFirstOrThrow()
  const last = await db
    .selectFrom('mail_outbox')
    .select('failed_reason')
    .where('failed_reason', 'is not', null)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  return {
    waiting: Number(counts.waiting),
    late: Number(counts.late),
    failed: Number(counts.failed),
    lately: Number(counts.lately),
    last_failure: last?.failed_reason ?? null,
  }
}

/** Events that wait for their consumers. */
export const eventState = async (db: Db): Promise<{ waiting: number; failing: number; oldest_at: number | null }> => {
  const row = await db
    .selectFrom('events')
    .select([
      counted<number>('waiting'),
      sql<number>`count(failed_reason)`.as('failing'),
      sql<number | null>`min(created_at)`.as('oldest_at'),
    ])
    .executeTakeFirstOrThrow()
  return {
    waiting: Number(row.waiting),
    failing: Number(row.failing),
    oldest_at: row.oldest_at === null ? null : Number(row.oldest_at),
  }
}

const entries = (db: Db) =>
  db
    .selectFrom('audit_entries as a')
    .leftJoin('users as u', 'u.id', 'a.user_id')
    .leftJoin('tasks as t', 't.id', 'a.task_id')
    .leftJoin('submissions as s', 's.id', 'a.submit_id')
    .leftJoin('guilds as g', (join) => join.on('g.id', '=', sql<number>`coalesce(a.guild_id, t.guild_id, s.guild_id)`))
    .select([
      'a.id',
      'a.at',
      'a.user_id',
      'u.username',
      'u.nickname',
      'a.role',
      'a.call',
      'g.name as guild',
      't.title as task',
      'a.input',
      'a.outcome',
      'a.address',
    ])

export type Entry = Awaited<ReturnType<ReturnType<typeof entries>['executeTakeFirstOrThrow']>>
export type EntryFilter = PageRequest & {
  keyword?: string
  call?: string
  guild_id?: number
  from?: number
  to?: number
}

/** A page of the audit entries, newest first. */
export const listEntries = (db: Db, filter: EntryFilter): Promise<Page<Entry>> => {
  let rows = entries(db)
  if (filter.call !== undefined) rows = rows.where('a.call', '=', filter.call)
  if (filter.from !== undefined) rows = rows.where('a.at', '>=', filter.from)
  if (filter.to !== undefined) rows = rows.where('a.at', '<', filter.to)
  if (filter.guild_id !== undefined)
    rows = rows.where(sql<number>`coalesce(a.guild_id, t.guild_id, s.guild_id)`, '=', filter.guild_id)
  const { keyword } = filter
  if (keyword !== undefined)
    rows = rows.where((where) =>
      where.or(['u.username_key', 'u.nickname'].map((column) => contains(db, column, keyword))),
    )
  return pageOf(db, rows, [{ field: 'id', column: 'a.id', direction: 'desc' }], filter)
}
