import { sql, type SqlBool } from 'kysely'
import type { Db } from '../db/schema.ts'

/**
 * A `where` condition on versions under the given alias: versions submitted after a result had been reopened, and then
 * returned. Such a return is never the result: the next decision replaces the earlier result, or else the earlier one
 * stands again.
 */
export const wasReturnedAgain = (name: 'submissions' | 'newer' | 's') => {
  const of = (column: 'id' | 'enrolment_id' | 'submitted_at') => sql.ref(`${name}.${column}`)
  const told = sql`select 1 from results as told where told.submission_id = ${of('id')} and told.status <> 'held'`
  // `limit 1 offset 0` forces index lookups for each version, as in the gallery (`gallery-store.ts`): without it
  // PostgreSQL joins these tables.
  return sql<SqlBool>`(exists (${told} and told.decision = 'return' limit 1 offset 0)
    and not exists (${told} and told.decision <> 'return' limit 1 offset 0)
    and exists (select 1 from enrolment_history as again where again.enrolment_id = ${of('enrolment_id')}
      and again.action = 'reopen' and again.to_state = 'returned' and again.at <= ${of('submitted_at')} limit 1 offset 0))`
}

/** Locks the released results of an enrolment until the transaction ends; corrections wait. */
const holdTold = (db: Db, enrolment_id: number) =>
  db
    .updateTable('results')
    .set({ status: sql`status` })
    .where('enrolment_id', '=', enrolment_id)
    .where('status', '!=', 'held')
    .execute()

/** Marks the result that an enrolment went back to as released again, in place of a return of a later try. */
export const standAgain = async (db: Db, enrolment_id: number): Promise<void> => {
  await holdTold(db, enrolment_id)
  const result = await db
    .selectFrom('results')
    .innerJoin('submissions as s', 's.id', 'results.submission_id')
    .select('results.id')
    .where('results.enrolment_id', '=', enrolment_id)
    .where('results.status', '!=', 'held')
    .where(({ not }) => not(wasReturnedAgain('s')))
    .orderBy('results.id', 'desc')
    .limit(1)
    .executeTakeFirst()
  if (!result) return
  const others = db.updateTable('results').set({ status: 'replaced' }).where('enrolment_id', '=', enrolment_id)
  await others.where('id', '!=', result.id).where('status', '=', 'released').execute()
  await db
    .updateTable('results')
    .set({ status: 'released' })
    .where('id', '=', result.id)
    .where('status', '=', 'replaced')
    .execute()
}

/** The version whose result stands for a row; null where nothing stands, or nothing was handed in for it. */
export const standingWork = async (db: Db, enrolment_id: number): Promise<number | null> => {
  const result = await db
    .selectFrom('results')
    .select('submission_id')
    .where('enrolment_id', '=', enrolment_id)
    .where('status', '=', 'released')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  return result?.submission_id ?? null
}
