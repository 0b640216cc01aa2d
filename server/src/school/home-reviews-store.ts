import { sql } from 'kysely'
import type { Db } from '../db/schema.ts'
import { isWaiting } from '../submissions/status-store.ts'
import { guildsActedIn } from '../guilds/scope-store.ts'
import type { Whose } from './home-store.ts'

const weekMs = 7 * 24 * 3_600_000
const n = sql<number>`cast(count(*) as bigint)`

/** The task a user reviewed last within a week, if works of it still wait: its counts, and whose work is next. */
export const leftOff = async (db: Db, whose: Whose, now: number) => {
  const last = await db
    .selectFrom('results as r')
    .innerJoin('submissions as s', 's.id', 'r.submission_id')
    .innerJoin('tasks as t', 't.id', 's.task_id')
    .select(['t.id as task_id', 't.title'])
    .where('r.reviewer_id', '=', whose.user_id)
    .where('r.created_at', '>', now - weekMs)
    .where('s.guild_id', 'in', guildsActedIn(whose, 'can_review'))
    .where('t.status', '<>', 'trashed')
    .orderBy('r.created_at', 'desc')
    .orderBy('r.id', 'desc')
    .limit(1)
    .executeTakeFirst()
  if (!last) return null
  const works = db
    .selectFrom('submissions as s')
    .where('s.task_id', '=', last.task_id)
    .where('s.user_id', '<>', whose.user_id)
  const next = await works
    .innerJoin('users as u', 'u.id', 's.user_id')
    .select(['u.nickname', 'u.real_name', 's.submitted_at'])
    .where(isWaiting('s'))
    .orderBy('s.submitted_at')
    .orderBy('s.id')
    .limit(1)
    .executeTakeFirst()
  if (!next) return null
  const counts = await works
    .select([
      sql<number>`count(case when s.status in ('sealed', 'in_review') then 1 end)`.as('waiting'),
      sql<number>`count(case when s.status in ('reviewed', 'released') then 1 end)`.as('reviewed'),
      sql<number>`count(case when s.status = 'reviewed' then 1 end)`.as('held'),
    ])
    .executeTakeFirstOrThrow()
  return {
    ...last,
    waiting: Number(counts.waiting),
    reviewed: Number(counts.reviewed),
    held: Number(counts.held),
    next_name: next.real_name || next.nickname,
    next_at: Number(next.submitted_at),
  }
}

/** How many works each assistant has reviewed since a moment, in the guilds that a user leads. */
export const assistantsSince = async (db: Db, whose: Whose, since: number) => {
  const rows = await db
    .selectFrom('results as r')
    .innerJoin('submissions as s', 's.id', 'r.submission_id')
    .innerJoin('users as u', 'u.id', 'r.reviewer_id')
    .select(['u.id as user_id', 'u.nickname', n.as('reviewed')])
    .where('r.reviewer_role', '=', 'assistant')
    .where('r.created_at', '>=', since)
    .where('s.guild_id', 'in', guildsActedIn(whose, 'lead'))
    .groupBy(['u.id', 'u.nickname'])
    .orderBy('reviewed', 'desc')
    .orderBy('u.id')
    .limit(5)
    .execute()
  return rows.map((row) => ({ ...row, reviewed: Number(row.reviewed) }))
}
