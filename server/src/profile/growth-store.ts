import { sql } from 'kysely'
import { pageOf, type Page, type PageRequest } from '../db/paging.ts'
import type { Db } from '../db/schema.ts'
import type { DayOfWork } from './growth-rules.ts'

const counted = (kind: string) =>
  sql<number>`cast(sum(case when kind = ${sql.lit(kind)} then (case when points > 0 then 1 else -1 end) else 0 end) as bigint)`

/**
 * The activity of a person on each school day from a given one on; days without any are left out. At most a row a day.
 */
export const daysOfWork = async (db: Db, user_id: number, from: string): Promise<DayOfWork[]> => {
  const rows = await db
    .selectFrom('ledger_entries')
    .select([
      'day',
      counted('active_day').as('active'),
      counted('submit_first').as('submissions'),
      counted('discuss').as('posts'),
    ])
    .select(sql<number>`cast(sum(points) as bigint)`.as('points'))
    .where('user_id', '=', user_id)
    .where('day', '>=', from)
    .where('ledger', '=', 'experience')
    .groupBy('day')
    .orderBy('day')
    .execute()
  return rows.map(({ day, active, submissions, posts, points }) => ({
    day,
    active: Number(active) > 0,
    submissions: Math.max(0, Number(submissions)),
    posts: Math.max(0, Number(posts)),
    points: Number(points),
  }))
}

export type Movement = {
  id: number
  kind: string
  points: number
  after: number
  memo: string
  title: string | null
  created_at: number
}

/** The movements of one ledger of a person, newest first, each with the task it belongs to. */
export const listMovements = (
  db: Db,
  user_id: number,
  ledger: 'score' | 'experience',
  page: PageRequest,
): Promise<Page<Movement>> =>
  pageOf(
    db,
    db
      .selectFrom('ledger_entries as l')
      .leftJoin('enrolments as e', (join) =>
        join.onRef('e.id', '=', 'l.source_id').on('l.source_type', '=', 'enrolment'),
      )
      .leftJoin('discussions as d', (join) =>
        join.onRef('d.id', '=', 'l.source_id').on('l.source_type', '=', 'discussion'),
      )
      .leftJoin('submissions as s', (join) =>
        join.onRef('s.id', '=', 'l.source_id').on('l.source_type', '=', 'submission'),
      )
      .leftJoin('tasks as t', (join) =>
        join.on((eb) =>
          eb(
            't.id',
            '=',
            sql<number>`case l.source_type when 'task' then l.source_id else coalesce(e.task_id, d.task_id, s.task_id) end`,
          ),
        ),
      )
      .select(['l.id', 'l.kind', 'l.points', 'l.after', 'l.memo', 'l.created_at', 't.title'])
      .where('l.user_id', '=', user_id)
      .where('l.ledger', '=', ledger),
    [{ field: 'id', column: 'l.id', direction: 'desc' }],
    page,
  )
