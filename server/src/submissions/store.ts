import { sql, type Insertable, type Selectable, type SqlBool } from 'kysely'
import type { Db } from '../db/schema.ts'
import { isPublished } from '../tasks/store.ts'
import type { DraftTable, SubmissionFileTable, SubmissionTable } from './tables.ts'

export type StoredDraft = Selectable<DraftTable>
export type Version = Selectable<SubmissionTable>
export type VersionFile = Selectable<SubmissionFileTable>

const taskColumns = [
  'tasks.id',
  'tasks.guild_id',
  'tasks.title',
  'tasks.status',
  'tasks.open_at',
  'tasks.due_at',
  'tasks.close_at',
  'tasks.closed_at',
  'tasks.late_rule',
  'tasks.late_percent',
  'tasks.late_cap',
  'tasks.max_score',
  'tasks.scored',
  'tasks.needs_review',
  'tasks.max_attempts',
  'tasks.needs_text',
  'tasks.min_files',
  'tasks.statement_required',
  'tasks.questions',
] as const

/**
 * What handing in depends on: the task, the student's row of the latest round and its draft. Undefined where the student
 * may not know of the task. One statement: it is asked before and within the transaction.
 */
export const findDesk = (db: Db, task_id: number, user_id: number) =>
  db
    .selectFrom('tasks')
    .innerJoin('users', (join) => join.on('users.id', '=', user_id))
    .leftJoin('enrolments as row', (join) =>
      join
        .onRef('row.task_id', '=', 'tasks.id')
        .on('row.user_id', '=', user_id)
        .on('row.round', '=', (eb) =>
          eb
            .selectFrom('enrolments as latest')
            .select((one) => one.fn.max('latest.round').as('round'))
            .whereRef('latest.task_id', '=', 'tasks.id')
            .where('latest.user_id', '=', user_id),
        ),
    )
    .leftJoin('drafts as draft', 'draft.enrolment_id', 'row.id')
    .select(taskColumns)
    .select(['users.email', 'users.email_confirmed', 'users.locale'])
    .select(['row.id as enrolment_id', 'row.state', 'row.version_count', 'row.attempts', 'row.extended_until', 'row.return_due_at'])
    .select(['draft.draft_version', 'draft.title as draft_title', 'draft.content', 'draft.files', 'draft.links', 'draft.answers'])
    .select(['draft.statement', 'draft.share', 'draft.device', 'draft.saved_at'])
    .select((eb) =>
      eb
        .selectFrom('submissions')
        .select('submissions.draft_version')
        .whereRef('submissions.enrolment_id', '=', 'row.id')
        .orderBy('submissions.version', 'desc')
        .limit(1)
        .as('sealed_draft_version'),
    )
    .where('tasks.id', '=', task_id)
    .where((where) =>
      where.or([
        where.and([where('row.id', 'is not', null), where('tasks.status', 'not in', ['draft', 'trashed'])]),
        where.and([
          isPublished(user_id),
          sql<SqlBool>`exists (select 1 from guild_members as own where own.guild_id = tasks.guild_id and own.user_id = ${user_id} and own.status = 'member')`,
        ]),
      ]),
    )
    .executeTakeFirst()

export type Desk = NonNullable<Awaited<ReturnType<typeof findDesk>>>

/** The draft of a student-task, whatever its state. */
export const currentDraft = (db: Db, enrolment_id: number): Promise<StoredDraft | undefined> =>
  db.selectFrom('drafts').selectAll().where('enrolment_id', '=', enrolment_id).executeTakeFirst()

/** Stores a draft in place of the one that is there. Its row of the task is held by the caller, so that two saves never meet here. */
export const putDraft = async (db: Db, draft: Insertable<DraftTable>, files: { now: readonly number[]; before: readonly number[] }): Promise<void> => {
  const { enrolment_id, ...changes } = draft
  await db
    .insertInto('drafts')
    .values(draft)
    .onConflict((conflict) => conflict.column('enrolment_id').doUpdateSet(changes))
    .execute()
  if (files.before.length > 0) await db.deleteFrom('draft_files').where('enrolment_id', '=', enrolment_id).execute()
  if (files.now.length === 0) return
  await db
    .insertInto('draft_files')
    .values(files.now.map((file_id) => ({ enrolment_id, file_id })))
    .execute()
}

/** Removes the draft whose content was sealed. */
export const dropDraft = async (db: Db, enrolment_id: number): Promise<void> => {
  await db.deleteFrom('drafts').where('enrolment_id', '=', enrolment_id).execute()
}

/** Seals a version; undefined where this person has used the key before. */
export const insertVersion = async (
  db: Db,
  version: Insertable<SubmissionTable>,
  files: readonly Omit<VersionFile, 'submission_id'>[],
): Promise<number | undefined> => {
  const row = await db
    .insertInto('submissions')
    .values(version)
    .onConflict((conflict) => conflict.columns(['user_id', 'key']).doNothing())
    .returning('id')
    .executeTakeFirst()
  if (!row) return undefined
  if (files.length > 0)
    await db
      .insertInto('submission_files')
      .values(files.map((file) => ({ ...file, submission_id: row.id })))
      .execute()
  return row.id
}

/** The version a person sealed with a key, with the state of its task now: what a repeated send is answered with. */
export const findByKey = (db: Db, user_id: number, key: string) =>
  db
    .selectFrom('submissions')
    .innerJoin('enrolments', 'enrolments.id', 'submissions.enrolment_id')
    .innerJoin('tasks', 'tasks.id', 'submissions.task_id')
    .select(['submissions.id', 'submissions.version', 'submissions.late', 'submissions.due_at', 'submissions.submitted_at', 'submissions.receipt_no'])
    .select(['submissions.sha256', 'submissions.key_hash', 'enrolments.state', 'tasks.late_rule', 'tasks.late_percent', 'tasks.late_cap'])
    .where('submissions.user_id', '=', user_id)
    .where('submissions.key', '=', key)
    .executeTakeFirst()

export type Sealed = NonNullable<Awaited<ReturnType<typeof findByKey>>>

/** The files of some versions, in their order. */
export const filesOfVersions = async (db: Db, submission_ids: readonly number[]): Promise<VersionFile[]> =>
  submission_ids.length === 0
    ? []
    : db.selectFrom('submission_files').selectAll().where('submission_id', 'in', submission_ids).orderBy('submission_id').orderBy('sort_order').execute()

/** One version, whoever wrote it: the caller decides who may see it. */
export const findVersion = (db: Db, id: number): Promise<Version | undefined> =>
  db.selectFrom('submissions').selectAll().where('id', '=', id).executeTakeFirst()

/** The version a receipt was given for. */
export const findByReceipt = (db: Db, receipt_no: string): Promise<Version | undefined> =>
  db.selectFrom('submissions').selectAll().where('receipt_no', '=', receipt_no).executeTakeFirst()

/** All versions of a student-task, newest first, withdrawn ones too. */
export const versionsOf = (db: Db, enrolment_id: number): Promise<Version[]> =>
  db.selectFrom('submissions').selectAll().where('enrolment_id', '=', enrolment_id).orderBy('version', 'desc').execute()

type StatusChange = { id: number; from: readonly Version['status'][]; to: Version['status'] }

/** Moves a version from one of some statuses to another, and ends its review lock; false where it is in none of them. */
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
    .where((where) => where.or([where('status', '=', 'sealed'), where.and([where('status', '=', 'in_review'), where('review_until', '<=', now)])]))
    .executeTakeFirstOrThrow()
  return numUpdatedRows === 1n
}

/** Writes a released result beside its version. */
export const markReleased = async (db: Db, result: { submission_id: number; score: number | null; percent_final: number | null }): Promise<void> => {
  const { submission_id, score, percent_final } = result
  await db
    .updateTable('submissions')
    .set({ status: 'released', score, percent_final, reviewer_id: null, review_until: null })
    .where('id', '=', submission_id)
    .execute()
}

const REVIEW_MS = 30 * 60_000

/**
 * Opens or renews a reviewer's lock of 30 minutes on a version that waits; answers it, or undefined where somebody else holds it or it is
 * not waiting. Guarded by the statement itself: of two reviewers at once one gets it.
 */
export const lockForReview = (db: Db, lock: { submission_id: number; reviewer_id: number; now: number }): Promise<Version | undefined> =>
  db
    .updateTable('submissions')
    .set({ status: 'in_review', reviewer_id: lock.reviewer_id, review_until: lock.now + REVIEW_MS })
    .where('id', '=', lock.submission_id)
    .where('status', 'in', ['sealed', 'in_review'])
    .where((where) => where.or([where('reviewer_id', 'is', null), where('reviewer_id', '=', lock.reviewer_id), where('review_until', '<=', lock.now)]))
    .returningAll()
    .executeTakeFirst()

/** Gives a lock back: the version waits again. Nothing happens where it is somebody else's. */
export const unlockReview = async (db: Db, { submission_id, reviewer_id }: { submission_id: number; reviewer_id: number }): Promise<boolean> => {
  const { numUpdatedRows } = await db
    .updateTable('submissions')
    .set({ status: 'sealed', reviewer_id: null, review_until: null })
    .where('id', '=', submission_id)
    .where('status', '=', 'in_review')
    .where('reviewer_id', '=', reviewer_id)
    .executeTakeFirstOrThrow()
  return numUpdatedRows === 1n
}

/** Says who may see a version of one's own; false for a withdrawn one. */
export const setShare = async (db: Db, { id, user_id, share }: Pick<Version, 'id' | 'user_id' | 'share'>): Promise<boolean> => {
  const { numUpdatedRows } = await db
    .updateTable('submissions')
    .set({ share })
    .where('id', '=', id)
    .where('user_id', '=', user_id)
    .where('status', '!=', 'withdrawn')
    .executeTakeFirstOrThrow()
  return numUpdatedRows === 1n
}

/** How many versions of a task wait for a review, counted to 100, and who handed in last. */
export const waitingIn = async (db: Db, task_id: number): Promise<{ count: number; student: string }> => {
  const some = db
    .selectFrom('submissions')
    .select(['id', 'user_id'])
    .where('task_id', '=', task_id)
    .where('status', '=', 'sealed')
    .orderBy('id', 'desc')
    .limit(100)
  const { count, student } = await db
    .selectFrom(some.as('some'))
    .select((eb) => [
      eb.fn.countAll<number>().as('count'),
      eb
        .selectFrom('users')
        .select('users.nickname')
        .where('users.id', '=', (one) => one.selectFrom(some.limit(1).as('last')).select('last.user_id'))
        .as('student'),
    ])
    .executeTakeFirstOrThrow()
  return { count: Number(count), student: student ?? '' }
}

/** The state a row that waits was handed in from. */
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
