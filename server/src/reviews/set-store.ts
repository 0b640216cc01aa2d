import { sql, type SqlBool } from 'kysely'
import { setLimits } from '@tongchuang/contract/task-set-members.admin.ts'
import type { Db } from '../db/schema.ts'
import { isElsewhere } from '../tasks/sets/elsewhere-store.ts'
import { newestRounds } from './newest-rounds-store.ts'
import { reviewable } from './queue-store.ts'

type Reviewer = { user_id: number; isAdmin: boolean }

/** The tasks of a set whose works a user reviews, with their guilds, by id. */
export const reviewedMembers = (db: Db, set_id: number, { user_id, isAdmin }: Reviewer) =>
  db
    .selectFrom('tasks')
    .innerJoin('guilds', 'guilds.id', 'tasks.guild_id')
    .select(['tasks.id as task_id', 'tasks.title', 'tasks.channel', 'tasks.guild_id'])
    .select(['guilds.name as guild_name', 'guilds.hue', 'guilds.glyph', 'guilds.flag', 'guilds.status as guild_status'])
    .where('tasks.set_id', '=', set_id)
    .where('tasks.status', 'not in', ['draft', 'trashed'])
    .where('tasks.guild_id', 'in', reviewable(db, user_id, isAdmin))
    .orderBy('tasks.id')
    .limit(setLimits.classes)
    .execute()

/** The student has an entered result that is not released yet. */
const isTyped = sql<SqlBool>`typed.word is not null and (row.state is null or row.state in ('doing', 'aborted'))`

/** A student's percent, held or released; null for a returned work, and without a number. */
const reached = sql<number | null>`case when held.decision in ('pass', 'fail') then held.percent_final
  when ${isTyped} and typed.word = 'score' then typed.score * 100.0 / t.max_score
  when row.state in ('passed', 'failed') then row.percent_final end`

// The boundaries between the five parts of the distribution, in percent.
const bounds = [0, 60, 70, 80, 90, 101] as const

const inPart = (at: number) => counted(sql<SqlBool>`${reached} >= ${bounds[at]} and ${reached} < ${bounds[at + 1]}`)

const counted = (part: ReturnType<typeof sql<SqlBool>>) => sql<number>`count(case when ${part} then 1 end)`

/**
 * For each of these tasks of a set, counts its students by the state of their newest round; students who work in
 * another class are excluded.
 */
export const standingsOf = async (db: Db, set_id: number, task_ids: readonly number[]) => {
  if (task_ids.length === 0) return new Map<number, Standing>()
  const rows = await newestRounds(db, task_ids)
    .leftJoin('entered_results as typed', (join) =>
      join
        .onRef('typed.task_id', '=', 't.id')
        .onRef('typed.user_id', '=', 'gm.user_id')
        .on('typed.released_at', 'is', null)
        .on('typed.word', '!=', 'blank'),
    )
    .select('t.id')
    .select([
      sql<number>`count(*)`.as('people'),
      counted(sql<SqlBool>`held.decision in ('pass', 'fail') or (${isTyped})`).as('scored'),
      counted(sql<SqlBool>`held.decision = 'return'`).as('returning'),
      counted(sql<SqlBool>`row.state = 'submitted' and held.id is null`).as('waiting'),
      counted(sql<SqlBool>`row.state in ('passed', 'failed') or (row.state = 'returned' and row.version_count > 0)`).as(
        'released',
      ),
      counted(sql<SqlBool>`row.state = 'returned' and row.version_count > 0`).as('returned'),
      counted(sql<SqlBool>`row.state = 'excused'`).as('excused'),
      inPart(0).as('part0'),
      inPart(1).as('part1'),
      inPart(2).as('part2'),
      inPart(3).as('part3'),
      inPart(4).as('part4'),
      sql<number | null>`sum(${reached})`.as('percents'),
    ])
    .where(sql<SqlBool>`not ${isElsewhere(sql.ref('gm.user_id'), { id: sql.ref('t.id'), set_id })}`)
    .groupBy('t.id')
    .execute()
  return new Map<number, Standing>(
    rows.map(({ id, ...row }) => {
      const [people, scored, returning, waiting, released, returned, excused] = [
        Number(row.people),
        Number(row.scored),
        Number(row.returning),
        Number(row.waiting),
        Number(row.released),
        Number(row.returned),
        Number(row.excused),
      ]
      const missing = people - scored - returning - waiting - released - excused
      const parts = [row.part0, row.part1, row.part2, row.part3, row.part4].map(Number)
      const percents = Number(row.percents ?? 0)
      return [id, { people, scored, returning, waiting, released, returned, excused, missing, parts, percents }]
    }),
  )
}

export type Standing = {
  people: number
  scored: number
  returning: number
  waiting: number
  released: number
  returned: number
  excused: number
  missing: number
  parts: number[]
  /** The sum of the percents counted in `parts`. */
  percents: number
}
