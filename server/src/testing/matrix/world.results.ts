import type { Db } from '../../db/schema.ts'
import { aFile } from '../../files/factory.ts'
import { heldScore, heldWord, workWord } from './words.ts'

export type Work = { submission: { id: number }; enrolment: { id: number } }

/** A teacher's decision on a work, released or held. */
export const aResult = async (
  db: Db,
  of: Work,
  { status, reviewer_id, now }: { status: 'held' | 'released'; reviewer_id: number; now: number },
): Promise<{ id: number }> => {
  const result = await db
    .insertInto('results')
    .values({
      submission_id: of.submission.id,
      enrolment_id: of.enrolment.id,
      reviewer_id: reviewer_id,
      reviewer_role: 'teacher',
      decision: 'pass',
      ...(status === 'held'
        ? { score: heldScore, percent: heldScore, percent_final: heldScore }
        : { score: 80, percent: 80, percent_final: 80 }),
      text: status === 'held' ? heldWord : `${workWord}写得好`,
      status,
      created_at: now,
      released_at: status === 'released' ? now : null,
    } as never)
    .returning('id')
    .executeTakeFirstOrThrow()
  await db
    .insertInto('area_marks')
    .values({
      submission_id: of.submission.id,
      reviewer_id,
      result_id: result.id,
      file_id: null,
      sha256: '',
      page: 1,
      shape: 'pin',
      points: '[0.5,0.5]',
      text: status === 'held' ? `${heldWord}在图上` : `${workWord}的图上`,
    })
    .execute()
  await db
    .insertInto('voices')
    .values({
      submission_id: of.submission.id,
      reviewer_id,
      result_id: result.id,
      file_id: null,
      seconds: 3,
      text: status === 'held' ? `${heldWord}说过` : `${workWord}说得好`,
    })
    .execute()
  return result
}

/** A picture that its author handed in with a work. */
export const photoIn = async (db: Db, submission_id: number, owner_id: number): Promise<{ id: number }> => {
  const { id, name, size, sha256 } = await aFile(db, { owner_id, name: '照片.jpg', kind: 'image' })
  await db
    .insertInto('submission_files')
    .values({ submission_id, file_id: id, sort_order: 0, name, size, sha256 })
    .execute()
  return { id }
}

/** The area mark of a result. */
export const markOf = async (db: Db, result_id: number): Promise<number> =>
  (await db.selectFrom('area_marks').select('id').where('result_id', '=', result_id).executeTakeFirstOrThrow()).id

/** The voice of a result. */
export const spokenOf = async (db: Db, result_id: number): Promise<number> =>
  (await db.selectFrom('voices').select('id').where('result_id', '=', result_id).executeTakeFirstOrThrow()).id
