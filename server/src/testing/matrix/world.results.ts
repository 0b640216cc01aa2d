import type { Db } from '../../db/schema.ts'
import { heldScore, heldWord, workWord } from './words.ts'

export type Work = { submission: { id: number }; enrolment: { id: number } }

/** A teacher's decision on a work: told to the student, or held back. */
export const aResult = (
  db: Db,
  of: Work,
  { status, reviewer_id, now }: { status: 'held' | 'released'; reviewer_id: number; now: number },
): Promise<{ id: number }> =>
  db
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
