import { sql, type SqlBool } from 'kysely'
import { setLimits } from '@tongchuang/contract/task-set-members.admin.ts'
import type { Db } from '../db/schema.ts'
import { isElsewhere } from '../tasks/sets/elsewhere-store.ts'
import { newestRounds } from './newest-rounds-store.ts'
import { reviewable } from './queue.ts'

type Reviewer = { user_id: number; isAdmin: boolean }

/** The tasks of a set whose works somebody reviews, with their guilds, in the order they were given. */
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

const counted = (part: ReturnType<typeof sql<SqlBool>>) => sql<number>`count(case when ${part} then 1 end)`

/** Of each of these tasks of a set: its students by where their newest round stands; who works in another class is left out. */
export const standingsOf = async (db: Db, set_id: number, task_ids: readonly number[]) => {
  if (task_ids.length === 0) return new Map<number, Standing>()
  const rows = await newestRounds(db, task_ids)
    .select('t.id')
    .select([
      sql<number>`count(*)`.as('people'),
      counted(sql<SqlBool>`held.decision in ('pass', 'fail')`).as('scored'),
      counted(sql<SqlBool>`held.decision = 'return'`).as('returning'),
      counted(sql<SqlBool>`row.state = 'submitted' and held.id is null`).as('waiting'),
      counted(sql<SqlBool>`row.state in ('passed', 'failed') or (row.state = 'returned' and row.version_count > 0)`).as(
        'released',
      ),
      counted(sql<SqlBool>`row.state = 'excused'`).as('excused'),
    ])
    .where(sql<SqlBool>`not ${isElsewhere(sql.ref('gm.user_id'), { id: sql.ref('t.id'), set_id })}`)
    .groupBy('t.id')
    .execute()
  return new Map(
    rows.map(({ id, ...row }) => {
      const [people, scored, returning, waiting, released, excused] = [
        Number(row.people),
        Number(row.scored),
        Number(row.returning),
        Number(row.waiting),
        Number(row.released),
        Number(row.excused),
      ]
      const missing = people - scored - returning - waiting - released - excused
      return [id, { people, scored, returning, waiting, released, excused, missing }]
    }),
  )
}

export type Standing = {
  people: number
  scored: number
  returning: number
  waiting: number
  released: number
  excused: number
  missing: number
}
