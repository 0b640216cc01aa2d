import type { Expression, Insertable, Selectable } from 'kysely'
import type { Db } from '../db/schema.ts'
import type { MendedMarkTable } from './tables.ts'

export type Mended = Selectable<MendedMarkTable>
export type MarkPlace = Pick<Mended, 'result_id' | 'kind' | 'place'>

/**
 * The mended marks of some results, as a part of another query; the caller has decided that their reader may see these
 * results.
 */
export const mendedWith = (db: Db, result_ids: readonly number[] | Expression<number>) =>
  db.selectFrom('mended_marks').selectAll().where('result_id', 'in', result_ids).orderBy('kind').orderBy('place')

/** The mended marks of some results, by result; the caller has decided that their reader may see these results. */
export const mendedOf = async (db: Db, result_ids: readonly number[]): Promise<Map<number, Mended[]>> => {
  if (result_ids.length === 0) return new Map()
  const rows = await mendedWith(db, result_ids).execute()
  return Map.groupBy(rows, ({ result_id }) => result_id)
}

/** Records that a mark is mended; the person who said so first stays recorded. */
export const setMended = async (db: Db, mended: Insertable<MendedMarkTable>): Promise<void> => {
  await db
    .insertInto('mended_marks')
    .values(mended)
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/** Removes the record that a mark is mended. */
export const unsetMended = async (db: Db, { result_id, kind, place }: MarkPlace): Promise<void> => {
  await db
    .deleteFrom('mended_marks')
    .where('result_id', '=', result_id)
    .where('kind', '=', kind)
    .where('place', '=', place)
    .execute()
}

/** Whether a result has a mark on a picture or page. */
export const hasArea = async (db: Db, result_id: number, id: number): Promise<boolean> =>
  (await db
    .selectFrom('area_marks')
    .select('id')
    .where('id', '=', id)
    .where('result_id', '=', result_id)
    .executeTakeFirst()) !== undefined

/** Removes the mended states of all marks on a user’s works. */
export const eraseMended = async (db: Db, user_id: number): Promise<void> => {
  await db
    .deleteFrom('mended_marks')
    .where(
      'result_id',
      'in',
      db
        .selectFrom('results')
        .innerJoin('enrolments', 'enrolments.id', 'results.enrolment_id')
        .select('results.id')
        .where('enrolments.user_id', '=', user_id),
    )
    .execute()
}
