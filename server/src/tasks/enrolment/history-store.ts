import type { Db } from '../../db/schema.ts'

/** The reason given with the last act of a kind on each of these rows, by its id; one query, none without rows. */
export const lastReasons = async (db: Db, action: string, ids: readonly number[]): Promise<Map<number, string>> => {
  if (ids.length === 0) return new Map()
  const acts = await db
    .selectFrom('enrolment_history')
    .select(['enrolment_id', 'reason'])
    .where('action', '=', action)
    .where('enrolment_id', 'in', ids)
    .orderBy('id')
    .execute()
  return new Map(acts.map(({ enrolment_id, reason }) => [enrolment_id, reason]))
}
