import type { Db } from '../db/schema.ts'
import { isWaiting } from '../submissions/status-store.ts'
import { guildsActedIn } from '../guilds/scope-store.ts'
import type { Whose } from './home-store.ts'

const shown = 3
const dayMs = 24 * 3_600_000

export type Anomaly = {
  kind: 'similar' | 'held' | 'appeal'
  id: number
  task_title: string
  people: string[]
  percent: number | null
  at: number
}

/** Waiting works whose text is nearly the same as an earlier work of another student. */
const similarWorks = async (db: Db, whose: Whose): Promise<Anomaly[]> => {
  const rows = await db
    .selectFrom('similar_works as alike')
    .innerJoin('submissions as s', 's.id', 'alike.submission_id')
    .innerJoin('submissions as other', 'other.id', 'alike.other_id')
    .innerJoin('tasks as t', 't.id', 's.task_id')
    .innerJoin('users as u', 'u.id', 's.user_id')
    .innerJoin('users as v', 'v.id', 'other.user_id')
    .select(['s.id', 't.title as task_title', 'alike.percent', 's.submitted_at as at', 'u.nickname', 'u.real_name'])
    .select(['v.nickname as other_nickname', 'v.real_name as other_name'])
    .whereRef('alike.submission_id', '>', 'alike.other_id')
    .where(isWaiting('s'))
    .where('s.user_id', '<>', whose.user_id)
    .where('other.status', '<>', 'withdrawn')
    .where('t.status', '<>', 'trashed')
    .where('s.guild_id', 'in', guildsActedIn(whose, 'can_review'))
    .orderBy('s.submitted_at', 'desc')
    .orderBy('s.id', 'desc')
    .limit(shown)
    .execute()
  return rows.map(({ id, task_title, percent, at, ...who }) => ({
    kind: 'similar',
    id,
    task_title,
    people: [who.real_name || who.nickname, who.other_name || who.other_nickname],
    percent: Number(percent),
    at: Number(at),
  }))
}

/** Posts reported by three people, hidden from everybody until staff decide. */
const heldPosts = async (db: Db, whose: Whose): Promise<Anomaly[]> => {
  const rows = await db
    .selectFrom('discussions as d')
    .innerJoin('tasks as t', 't.id', 'd.task_id')
    .select(['d.id', 't.title as task_title', 'd.held_at as at'])
    .where('d.id', 'in', (eb) =>
      eb
        .selectFrom('reports as r')
        .select('r.target_id')
        .where('r.target', '=', 'discussion')
        .where('r.status', '=', 'open')
        .where('r.guild_id', 'in', guildsActedIn(whose, 'can_moderate')),
    )
    .where('d.held_at', 'is not', null)
    .where('d.hidden_at', 'is', null)
    .where('d.deleted_at', 'is', null)
    .orderBy('d.held_at', 'desc')
    .orderBy('d.id', 'desc')
    .limit(shown)
    .execute()
  // Authors are shown only on the page where staff decide: a post may be anonymous.
  return rows.map(({ id, task_title, at }) => ({
    kind: 'held',
    id,
    task_title,
    people: [],
    percent: null,
    at: Number(at),
  }))
}

/** Appeals that have waited for more than a day, the oldest first. */
const longAppeals = async (db: Db, whose: Whose, now: number): Promise<Anomaly[]> => {
  const rows = await db
    .selectFrom('appeals as a')
    // By the enrolment: an appeal against an entered result has no version.
    .innerJoin('enrolments as e', 'e.id', 'a.enrolment_id')
    .innerJoin('tasks as t', 't.id', 'e.task_id')
    .innerJoin('users as u', 'u.id', 'a.user_id')
    .select(['a.id', 't.title as task_title', 'a.created_at as at', 'u.nickname', 'u.real_name'])
    .where('a.status', '=', 'open')
    .where('a.created_at', '<', now - dayMs)
    .where('t.status', '<>', 'trashed')
    .where('a.user_id', '<>', whose.user_id)
    .where('a.guild_id', 'in', guildsActedIn(whose, 'can_review'))
    .orderBy('a.created_at')
    .orderBy('a.id')
    .limit(shown)
    .execute()
  return rows.map(({ id, task_title, at, nickname, real_name }) => ({
    kind: 'appeal',
    id,
    task_title,
    people: [real_name || nickname],
    percent: null,
    at: Number(at),
  }))
}

/** Anomalies in the guilds where a user is staff: three of each kind at most. */
export const anomaliesOf = async (db: Db, whose: Whose, now: number): Promise<Anomaly[]> => [
  ...(await similarWorks(db, whose)),
  ...(await heldPosts(db, whose)),
  ...(await longAppeals(db, whose, now)),
]
