import { sql, type Insertable, type Selectable } from 'kysely'
import { storedStrings } from '../db/stored-strings.ts'
import { compiled, type Value } from '../db/compiled.ts'
import type { Db } from '../db/schema.ts'
import { scoreOn } from '../tasks/scale-store.ts'
import type { ResultTable } from './tables.ts'

export type Result = Selectable<ResultTable>
export type NewResult = Omit<Insertable<ResultTable>, 'id'>

/** Inserts a review. */
export const addResult = async (db: Db, result: NewResult): Promise<Result> =>
  db.insertInto('results').values(result).returningAll().executeTakeFirstOrThrow()

/** One review by its id. */
export const findResult = (db: Db, id: number): Promise<Result | undefined> =>
  db.selectFrom('results').selectAll().where('id', '=', id).executeTakeFirst()

/** The review of a version that is released and not replaced. */
export const releasedResult = (db: Db, submission_id: number): Promise<Result | undefined> =>
  db
    .selectFrom('results')
    .selectAll()
    .where('submission_id', '=', submission_id)
    .where('status', '=', 'released')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()

/** The entered result of an enrolment that is released and not replaced. */
export const releasedEntered = (db: Db, enrolment_id: number): Promise<Result | undefined> =>
  db
    .selectFrom('results')
    .selectAll()
    .where('enrolment_id', '=', enrolment_id)
    .where('submission_id', 'is', null)
    .where('status', '=', 'released')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()

/** Deletes a held review of a version: a new one replaces it before anybody saw it. */
export const dropHeld = async (db: Db, submission_id: number): Promise<void> => {
  await db.deleteFrom('results').where('submission_id', '=', submission_id).where('status', '=', 'held').execute()
}

/**
 * Releases a held review; returns false where a concurrent request did so first. The result released before becomes
 * replaced.
 */
export const releaseResult = async (
  db: Db,
  result: Pick<Result, 'id' | 'enrolment_id'>,
  return_due_at: number | null,
  now: number,
): Promise<boolean> => {
  const { numUpdatedRows } = await db
    .updateTable('results')
    .set({ status: 'released', released_at: now, return_due_at })
    .where('id', '=', result.id)
    .where('status', '=', 'held')
    .executeTakeFirst()
  if (numUpdatedRows === 0n) return false
  await db
    .updateTable('results')
    .set({ status: 'replaced' })
    .where('enrolment_id', '=', result.enrolment_id)
    .where('id', '!=', result.id)
    .where('status', '=', 'released')
    .execute()
  return true
}

/** The held results of a task that wait for release; those of excused students are excluded. */
const heldOf = (db: Db, task_id: number) =>
  db
    .selectFrom('results')
    .innerJoin('submissions', 'submissions.id', 'results.submission_id')
    .innerJoin('enrolments', 'enrolments.id', 'results.enrolment_id')
    .where('submissions.task_id', '=', task_id)
    .where('results.status', '=', 'held')
    .where('enrolments.state', '=', 'submitted')

/** The held reviews of a task, of all its works or of some; at most 500, ordered by student, then oldest first. */
export const heldResults = (db: Db, task_id: number, submit_ids: readonly number[] | null): Promise<Result[]> => {
  const held = heldOf(db, task_id)
    .selectAll('results')
    // Ordered by student, so that concurrent releases of two tasks of one class wait for each other instead of
    // deadlocking.
    .orderBy('submissions.user_id')
    .orderBy('results.id')
    .limit(500)
  return (
    submit_ids === null ? held : held.where('submissions.id', 'in', submit_ids.length === 0 ? [0] : [...submit_ids])
  ).execute()
}

/** The number of students who would see something if the held reviews of a task were released. */
export const peopleWaiting = async (db: Db, task_id: number, submit_ids: readonly number[] | null): Promise<number> => {
  const waiting = heldOf(db, task_id).select(sql<number>`count(distinct submissions.user_id)`.as('people'))
  const row = await (
    submit_ids === null
      ? waiting
      : waiting.where('submissions.id', 'in', submit_ids.length === 0 ? [0] : [...submit_ids])
  ).executeTakeFirstOrThrow()
  return row.people
}

/**
 * Locks the standing results of an enrolment until the transaction ends; false where a result that stood when it was
 * read no longer does, so that of two concurrent corrections one finds it replaced. A reopened enrolment that expired
 * is back at a result that is marked replaced until it stands again.
 */
export const holdStanding = async (
  db: Db,
  { id, enrolment_id, status }: Pick<Result, 'id' | 'enrolment_id' | 'status'>,
): Promise<boolean> => {
  const held = await db
    .updateTable('results')
    .set({ status: sql`status` })
    .where('enrolment_id', '=', enrolment_id)
    .where('status', '=', 'released')
    .returning('id')
    .execute()
  return status === 'released' ? held.some((one) => one.id === id) : held.length > 0
}

/** Marks the released results of an enrolment as replaced, because a correction takes their place. */
export const replaceResults = async (db: Db, enrolment_id: number): Promise<void> => {
  await db
    .updateTable('results')
    .set({ status: 'replaced' })
    .where('enrolment_id', '=', enrolment_id)
    .where('status', '=', 'released')
    .execute()
}

/** Rescales the results of a task to its full marks: held, released and replaced ones alike. */
export const rescaleResults = async (db: Db, { id, max_score }: { id: number; max_score: number }): Promise<void> => {
  await db
    .updateTable('results')
    .set({ score: scoreOn(max_score) })
    .where('enrolment_id', 'in', db.selectFrom('enrolments').select('id').where('task_id', '=', id))
    .where('score', 'is not', null)
    .where('percent_final', 'is not', null)
    .execute()
}

/** A released review with its reviewer's name, as the student reads it. */
export type Answer = Result & { nickname: string; version: number | null; max_score: number }

/**
 * The released results of one enrolment, as a part of another query: the one that counts first, then the earlier ones,
 * 50 at most.
 */
export const releasedAnswers = (db: Db, enrolment_id: Value<number>) =>
  db
    .selectFrom('results')
    .innerJoin('users', 'users.id', 'results.reviewer_id')
    .innerJoin('enrolments', 'enrolments.id', 'results.enrolment_id')
    .innerJoin('tasks', 'tasks.id', 'enrolments.task_id')
    .leftJoin('submissions', 'submissions.id', 'results.submission_id')
    .selectAll('results')
    .select(['users.nickname', 'submissions.version', 'tasks.max_score'])
    .where('results.enrolment_id', '=', enrolment_id)
    .where('results.status', 'in', ['released', 'replaced'])
    .orderBy(sql`case when results.status = 'released' then 0 else 1 end`)
    .orderBy('results.id', 'desc')
    .limit(50)

const answers = compiled<{ enrolment_id: number }, Answer>((db, value) => releasedAnswers(db, value('enrolment_id')))

/** The released results of one enrolment: the one that counts first, then the earlier ones, 50 at most. */
export const answersOf = (db: Db, enrolment_id: number): Promise<Answer[]> => answers(db, { enrolment_id })

/** The nickname of a user; empty for an unknown one. */
export const nicknameOf = async (db: Db, user_id: number): Promise<string> =>
  (await db.selectFrom('users').select('nickname').where('id', '=', user_id).executeTakeFirst())?.nickname ?? ''

type StoredCriterion = { id: number; label: string; description: string; weight: number; level_words: string }
export type Criterion = Omit<StoredCriterion, 'level_words'> & { level_words: string[] }

/** The criteria of a task in their order, as a part of another query. */
export const storedCriteria = (db: Db, task_id: Value<number>) =>
  db
    .selectFrom('criteria')
    .select(['id', 'label', 'description', 'weight', 'level_words'])
    .where('task_id', '=', task_id)
    .orderBy('sort_order')
    .orderBy('id')

/** A stored criterion with its JSON parsed. */
export const criterionOf = (row: StoredCriterion): Criterion => ({
  ...row,
  level_words: storedStrings(row.level_words),
})

/** The criteria of a task, in their order. */
export const criteriaOf = async (db: Db, task_id: number): Promise<Criterion[]> =>
  (await storedCriteria(db, task_id).execute()).map(criterionOf)

/** The current result of a version, held or released, with its reviewer's name. */
export const currentResult = (db: Db, submission_id: number): Promise<(Result & { nickname: string }) | undefined> =>
  db
    .selectFrom('results')
    .innerJoin('users', 'users.id', 'results.reviewer_id')
    .selectAll('results')
    .select('users.nickname')
    .where('results.submission_id', '=', submission_id)
    .where('results.status', 'in', ['held', 'released'])
    .orderBy('results.id', 'desc')
    .limit(1)
    .executeTakeFirst()
