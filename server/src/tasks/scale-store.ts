import { sql, type RawBuilder } from 'kysely'
import type { Db } from '../db/schema.ts'

/**
 * For `set` of a row that has a `percent_final`: its score on a scale of 0 to `max_score`, with two decimals, as a
 * review stores it. Halves go up on both databases, for which PostgreSQL wants an exact number.
 */
export const scoreOn = (max_score: number): RawBuilder<number> =>
  sql<number>`cast(round(cast(percent_final * cast(${max_score} as double precision) as numeric)) as double precision) / 100`

/**
 * Recalculates the scores of all students of a task for its full marks; percents stay as they are. Rows with a
 * provisional score get a new `updated_at`, because the clock may be turning it into a result at this moment.
 */
export const rescaleEnrolments = async (
  db: Db,
  { id, max_score }: { id: number; max_score: number },
  now: number,
): Promise<void> => {
  await db
    .updateTable('enrolments')
    .set({
      score: scoreOn(max_score),
      updated_at: sql<number>`case when state = 'returned' then cast(${now} as bigint) else updated_at end`,
    })
    .where('task_id', '=', id)
    .where('score', 'is not', null)
    .where('percent_final', 'is not', null)
    .execute()
}
