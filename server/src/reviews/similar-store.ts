import type { Db } from '../db/schema.ts'

// Ids are assigned before their transactions commit, so ids a little behind the newest sketch are checked again.
const BEHIND = 200

/** Versions that were not compared yet, oldest first, from a little before the newest sketch on. */
export const uncompared = async (db: Db, limit: number) => {
  const { newest } = await db
    .selectFrom('work_sketches')
    .select((eb) => eb.fn.max('submission_id').as('newest'))
    .executeTakeFirstOrThrow()
  return db
    .selectFrom('submissions')
    .leftJoin('work_sketches as done', 'done.submission_id', 'submissions.id')
    .select(['submissions.id', 'submissions.task_id', 'submissions.user_id', 'submissions.content'])
    .where('submissions.id', '>', Number(newest ?? 0) - BEHIND)
    .where('done.submission_id', 'is', null)
    .where('submissions.status', '!=', 'withdrawn')
    .orderBy('submissions.id')
    .limit(limit)
    .execute()
}

/** Sketches of other students' works for the same task, by id, 500 at most. */
export const sketchesAfter = (db: Db, work: { task_id: number; user_id: number }, after: number) =>
  db
    .selectFrom('work_sketches')
    .select(['submission_id', 'sketch'])
    .where('task_id', '=', work.task_id)
    .where('submission_id', '>', after)
    .where('user_id', '!=', work.user_id)
    .where('sketch', '!=', '')
    .orderBy('submission_id')
    .limit(500)
    .execute()

/** The text of a version. */
export const contentOf = async (db: Db, id: number): Promise<string> =>
  (await db.selectFrom('submissions').select('content').where('id', '=', id).executeTakeFirst())?.content ?? ''

/**
 * Stores the sketch of a version and the works similar to it, in the caller's transaction; repeating it changes
 * nothing.
 */
export const keepSketch = async (
  db: Db,
  work: { id: number; task_id: number; user_id: number; sketch: string },
  found: readonly { other_id: number; percent: number }[],
): Promise<void> => {
  await db
    .insertInto('work_sketches')
    .values({ submission_id: work.id, task_id: work.task_id, user_id: work.user_id, sketch: work.sketch })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  if (found.length === 0) return
  await db
    .insertInto('similar_works')
    .values(
      found.flatMap(({ other_id, percent }) => [
        { submission_id: work.id, other_id, percent },
        { submission_id: other_id, other_id: work.id, percent },
      ]),
    )
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/** Works of others that are nearly the same as a version, most alike first, five at most. */
export const similarTo = (db: Db, submission_id: number) =>
  db
    .selectFrom('similar_works as s')
    .innerJoin('submissions as other', 'other.id', 's.other_id')
    .innerJoin('users', 'users.id', 'other.user_id')
    .select([
      'other.id',
      's.percent',
      'other.user_id',
      'users.nickname',
      'users.real_name',
      'users.student_no',
      'users.organization_name as class_name',
    ])
    .where('s.submission_id', '=', submission_id)
    .where('other.status', '!=', 'withdrawn')
    .orderBy('s.percent', 'desc')
    .orderBy('other.id')
    .limit(5)
    .execute()
