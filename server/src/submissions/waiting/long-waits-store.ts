import { sql } from 'kysely'
import { compiled, type Value } from '../../db/compiled.ts'
import type { Db } from '../../db/schema.ts'
import { isWaiting } from '../status-store.ts'

/** A task with works that have waited for their review since a moment, and how many. */
export type LongWait = { id: number; guild_id: number; title: string; count: number }

const waits = (db: Db, before: Value<number>) =>
  db
    .selectFrom('submissions')
    .innerJoin('tasks', 'tasks.id', 'submissions.task_id')
    .innerJoin('guilds', 'guilds.id', 'submissions.guild_id')
    .select(['tasks.id', 'tasks.guild_id', 'tasks.title', sql<number>`count(*)`.as('count')])
    .where(isWaiting('submissions'))
    .where('submissions.submitted_at', '<=', before)
    .where('tasks.status', '<>', 'trashed')
    .where('guilds.status', '=', 'active')
    .groupBy(['tasks.id', 'tasks.guild_id', 'tasks.title'])
    .orderBy('tasks.id')

const longWaits = compiled<{ before: number }, LongWait>((db, value) => waits(db, value('before')))

/** The tasks whose works have waited since `before` or longer. */
export const listLongWaits = async (db: Db, before: number): Promise<LongWait[]> =>
  (await longWaits(db, { before })).map((row) => ({ ...row, count: Number(row.count) }))

/** The number of works of one task that have waited that long. */
export const countLongWaits = async (db: Db, task_id: number, before: number): Promise<number> =>
  Number((await waits(db, before).where('tasks.id', '=', task_id).executeTakeFirst())?.count ?? 0)
