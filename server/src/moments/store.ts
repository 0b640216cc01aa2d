import { sql, type SqlBool } from 'kysely'
import type { Db } from '../db/schema.ts'
import type { SeenMomentTable } from './tables.ts'

export type Moment = Pick<SeenMomentTable, 'user_id' | 'kind' | 'about'>

const happening = {
  seal: (db: Db, { user_id, about }: Moment) =>
    db
      .selectFrom('submissions')
      .select('id')
      .where('id', '=', about)
      .where('user_id', '=', user_id)
      .where('featured', '=', true)
      .executeTakeFirst(),

  level: (db: Db, { user_id, about }: Moment) =>
    db
      .selectFrom('ledger_totals')
      .select('user_id')
      .where('user_id', '=', user_id)
      .where('level_reached', '>=', Math.max(2, about))
      .executeTakeFirst(),

  chapter: (db: Db, { user_id, about }: Moment) =>
    db
      .selectFrom('enrolments as e')
      .innerJoin('tasks as t', 't.id', 'e.task_id')
      .select('e.id')
      .where('e.user_id', '=', user_id)
      .where('e.state', '=', 'passed')
      .where('t.chapter_id', '=', about)
      .where(
        sql<SqlBool>`not exists (select 1 from tasks as other where other.chapter_id = ${about} and other.status in ('open', 'closed')
          and not exists (select 1 from enrolments as done where done.task_id = other.id and done.user_id = ${user_id} and done.state in ('passed', 'excused')))`,
      )
      .executeTakeFirst(),
}

/** Whether a moment has been reached by a person. */
export const hasHappened = async (db: Db, moment: Moment): Promise<boolean> =>
  (await happening[moment.kind](db, moment)) !== undefined

/** Records that a moment was seen; returns true the first time. Of two concurrent devices only one gets true. */
export const noteSeen = async (db: Db, moment: Moment, now: number): Promise<boolean> => {
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('seen_moments')
    .values({ ...moment, seen_at: now })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst()
  return (numInsertedOrUpdatedRows ?? 0n) > 0n
}

/** Whether somebody has seen a level higher than the given one. */
export const hasSeenHigher = async (db: Db, user_id: number, level: number): Promise<boolean> => {
  const row = await db
    .selectFrom('seen_moments')
    .select('about')
    .where('user_id', '=', user_id)
    .where('kind', '=', 'level')
    .where('about', '>', level)
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

/** Deletes the seen moments of a person. */
export const eraseMoments = async (db: Db, user_id: number): Promise<void> => {
  await db.deleteFrom('seen_moments').where('user_id', '=', user_id).execute()
}
