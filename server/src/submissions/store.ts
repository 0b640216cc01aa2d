import { sql, type ExpressionBuilder, type Selectable } from 'kysely'
import type { Value } from '../db/compiled.ts'
import type { Db, Schema } from '../db/schema.ts'
import { scoreOn } from '../tasks/scale-store.ts'
import { noReviewFrom, REVIEW_MS } from './review-lock.ts'
import type { DraftTable, SubmissionFileTable, SubmissionTable } from './tables.ts'

export type StoredDraft = Selectable<DraftTable>
export type Version = Selectable<SubmissionTable>
export type VersionFile = Selectable<SubmissionFileTable>

/** The draft of a student-task, as a part of another query. */
export const draftOf = (db: Db, enrolment_id: Value<number>) =>
  db.selectFrom('drafts').selectAll().where('enrolment_id', '=', enrolment_id)

/** The draft of a student-task, whatever its state. */
export const currentDraft = (db: Db, enrolment_id: number): Promise<StoredDraft | undefined> =>
  draftOf(db, enrolment_id).executeTakeFirst()

/** What a student wrote in the round of a task before this one and did not hand in. */
export const draftOfRoundBefore = (
  db: Db,
  { task_id, user_id, round }: { task_id: number; user_id: number; round: number },
): Promise<StoredDraft | undefined> =>
  db
    .selectFrom('drafts')
    .innerJoin('enrolments as before', 'before.id', 'drafts.enrolment_id')
    .selectAll('drafts')
    .where('before.task_id', '=', task_id)
    .where('before.user_id', '=', user_id)
    .where('before.round', '=', round - 1)
    .executeTakeFirst()

/** The files of some versions, in their order. */
export const filesOfVersions = async (db: Db, submission_ids: readonly number[]): Promise<VersionFile[]> =>
  submission_ids.length === 0
    ? []
    : db
        .selectFrom('submission_files')
        .selectAll()
        .where('submission_id', 'in', submission_ids)
        .orderBy('submission_id')
        .orderBy('sort_order')
        .execute()

/** One version, whoever wrote it: the caller decides who may see it. */
export const findVersion = (db: Db, id: number): Promise<Version | undefined> =>
  db.selectFrom('submissions').selectAll().where('id', '=', id).executeTakeFirst()

/** The same, locked until the end of the caller's transaction: other writers wait. */
export const holdVersion = (db: Db, id: number): Promise<Version> =>
  db
    .updateTable('submissions')
    .set((row) => ({ status: row.ref('status') }))
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow()

/** The version a receipt was given for. */
export const findByReceipt = (db: Db, receipt_no: string): Promise<Version | undefined> =>
  db.selectFrom('submissions').selectAll().where('receipt_no', '=', receipt_no).executeTakeFirst()

const ofStanding = ['id', 'version', 'status', 'late', 'due_at', 'submitted_at'] as const
/**
 * A version in the list of its student-task, without its content: there may be a hundred versions as long as a book.
 */
export type StandingVersion = Pick<Version, (typeof ofStanding)[number]>

/** The versions of a student-task that were not withdrawn, newest first. */
export const standingVersions = (db: Db, enrolment_id: number): Promise<StandingVersion[]> =>
  db
    .selectFrom('submissions')
    .select(ofStanding)
    .where('enrolment_id', '=', enrolment_id)
    .where('status', '!=', 'withdrawn')
    .orderBy('version', 'desc')
    .execute()

/** The SQL form of `isReviewOver`. */
const reviewIsOver = (where: ExpressionBuilder<Schema, 'submissions'>, now: number) =>
  where.or([where('review_until', '<=', now), where('review_until', '>', noReviewFrom(now))])

/** The version of a student-task that was sealed last. */
export const newestVersion = (db: Db, enrolment_id: number): Promise<Version | undefined> =>
  db
    .selectFrom('submissions')
    .selectAll()
    .where('enrolment_id', '=', enrolment_id)
    .orderBy('version', 'desc')
    .limit(1)
    .executeTakeFirst()

type StatusChange = { id: number; from: readonly Version['status'][]; to: Version['status'] }

/**
 * Moves a version from one of some statuses to another, and ends its review lock; false where it is in none of them.
 */
export const setVersionStatus = async (db: Db, { id, from, to }: StatusChange): Promise<boolean> => {
  const { numUpdatedRows } = await db
    .updateTable('submissions')
    .set({ status: to, reviewer_id: null, review_until: null })
    .where('id', '=', id)
    .where('status', 'in', from)
    .executeTakeFirstOrThrow()
  return numUpdatedRows === 1n
}

/** Takes a version back, as long as nobody has its review open. */
export const withdrawVersion = async (db: Db, id: number, now: number): Promise<boolean> => {
  const { numUpdatedRows } = await db
    .updateTable('submissions')
    .set({ status: 'withdrawn', reviewer_id: null, review_until: null })
    .where('id', '=', id)
    .where((where) =>
      where.or([
        where('status', '=', 'sealed'),
        where.and([where('status', '=', 'in_review'), reviewIsOver(where, now)]),
      ]),
    )
    .executeTakeFirstOrThrow()
  return numUpdatedRows === 1n
}

/**
 * Ends the reviews of versions whose students are excused by now, within the given rows: such a version no longer
 * waits, is not held or locked, and has no score. Returns the ids of their tasks, each once.
 */
export const endReviewsOfExcused = async (db: Db, enrolment_ids: readonly number[]): Promise<number[]> => {
  if (enrolment_ids.length === 0) return []
  const excused = db
    .selectFrom('enrolments')
    .select('id')
    .where('id', 'in', enrolment_ids)
    .where('state', '=', 'excused')
  const ended = await db
    .updateTable('submissions')
    .set({ status: 'released', reviewer_id: null, review_until: null })
    .where('enrolment_id', 'in', excused)
    .where('status', 'in', ['sealed', 'in_review', 'reviewed'])
    .returning('task_id')
    .execute()
  return [...new Set(ended.map(({ task_id }) => task_id))]
}

/** Copies a released result to its version. */
export const markReleased = async (
  db: Db,
  result: { submission_id: number; score: number | null; percent_final: number | null },
): Promise<void> => {
  const { submission_id, score, percent_final } = result
  await db
    .updateTable('submissions')
    .set({ status: 'released', score, percent_final, reviewer_id: null, review_until: null })
    .where('id', '=', submission_id)
    .execute()
}

/** Recalculates the released scores of a task's versions for its full marks. */
export const rescaleVersions = async (db: Db, { id, max_score }: { id: number; max_score: number }): Promise<void> => {
  await db
    .updateTable('submissions')
    .set({ score: scoreOn(max_score) })
    .where('task_id', '=', id)
    .where('score', 'is not', null)
    .where('percent_final', 'is not', null)
    .execute()
}

// A held review stays held while it is open again.
const openedStatus = sql<'in_review' | 'reviewed'>`case when status = 'reviewed' then 'reviewed' else 'in_review' end`
const leftStatus = sql<'sealed' | 'reviewed'>`case when status = 'reviewed' then 'reviewed' else 'sealed' end`

/**
 * Opens or renews a reviewer's lock of 30 minutes on a version that waits, or whose review is held; returns the
 * version, or undefined where somebody else holds the lock or there is nothing to review. The statement itself is the
 * guard: of two concurrent reviewers one gets the lock.
 */
export const lockForReview = (
  db: Db,
  lock: { submission_id: number; reviewer_id: number; now: number },
): Promise<Version | undefined> =>
  db
    .updateTable('submissions')
    .set({ status: openedStatus, reviewer_id: lock.reviewer_id, review_until: lock.now + REVIEW_MS })
    .where('id', '=', lock.submission_id)
    .where('status', 'in', ['sealed', 'in_review', 'reviewed'])
    .where((where) =>
      where.or([
        where('reviewer_id', 'is', null),
        where('reviewer_id', '=', lock.reviewer_id),
        reviewIsOver(where, lock.now),
      ]),
    )
    .returningAll()
    .executeTakeFirst()

/** Releases a review lock: the version waits again, or stays held. Does nothing where somebody else holds the lock. */
export const unlockReview = async (
  db: Db,
  { submission_id, reviewer_id }: { submission_id: number; reviewer_id: number },
): Promise<boolean> => {
  const { numUpdatedRows } = await db
    .updateTable('submissions')
    .set({ status: leftStatus, reviewer_id: null, review_until: null })
    .where('id', '=', submission_id)
    .where('status', 'in', ['in_review', 'reviewed'])
    .where('reviewer_id', '=', reviewer_id)
    .executeTakeFirstOrThrow()
  return numUpdatedRows === 1n
}

/** The state from which a waiting row was submitted. */
export const stateBefore = async (db: Db, enrolment_id: number): Promise<'doing' | 'returned' | null> => {
  const row = await db
    .selectFrom('enrolment_history')
    .select('from_state')
    .where('enrolment_id', '=', enrolment_id)
    .where('action', '=', 'submit')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row?.from_state === 'doing' || row?.from_state === 'returned' ? row.from_state : null
}

/** Hides a work from everybody until staff decide; its sharing stays as its author set it. */
export const setHidden = async (db: Db, id: number): Promise<void> => {
  await db.updateTable('submissions').set({ hidden: true }).where('id', '=', id).execute()
}

/**
 * Hides a work for a reason of staff. False where staff have hidden it before: that reason, which its author was told,
 * stays.
 */
export const hideFor = async (db: Db, id: number, hidden_reason: string): Promise<boolean> => {
  const { numUpdatedRows } = await db
    .updateTable('submissions')
    .set({ hidden: true, hidden_reason })
    .where('id', '=', id)
    .where((where) => where.or([where('hidden', '=', false), where('hidden_reason', '=', '')]))
    .executeTakeFirstOrThrow()
  return numUpdatedRows > 0n
}

/** Shows a work again that was hidden by reports; one hidden by staff, which has a reason, stays hidden. */
export const showHeld = async (db: Db, id: number): Promise<void> => {
  await db
    .updateTable('submissions')
    .set({ hidden: false })
    .where('id', '=', id)
    .where('hidden_reason', '=', '')
    .execute()
}
