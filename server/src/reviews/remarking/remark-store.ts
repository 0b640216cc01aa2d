import { sql } from 'kysely'
import type { Db } from '../../db/schema.ts'
import type { MarkedVersion, ResultChange, StandingResult } from './remark-rules.ts'

/** The versions of a task that the machine has marked. */
export const markedVersions = (db: Db, task_id: number): Promise<MarkedVersion[]> =>
  db
    .selectFrom('question_marks as found')
    .innerJoin('submissions as s', 's.id', 'found.submission_id')
    .select(['s.id', 's.enrolment_id', 's.version', 's.answers', 's.due_at', 's.submitted_at', 'found.marks'])
    .where('s.task_id', '=', task_id)
    .where('s.status', '!=', 'withdrawn')
    .orderBy('s.id')
    .execute()

/** The held or released results of a task with marked questions, and the states of their students. */
export const standingResults = (db: Db, task_id: number): Promise<StandingResult[]> =>
  db
    .selectFrom('results')
    .innerJoin('submissions as s', 's.id', 'results.submission_id')
    .innerJoin('enrolments as e', 'e.id', 'results.enrolment_id')
    .selectAll('results')
    .innerJoin('tasks as t', 't.id', 's.task_id')
    .select(['s.id as submission_id', 'e.state', 'e.user_id'])
    .select((eb) =>
      eb
        .selectFrom('results as before')
        .select(sql<number>`count(*)`.as('many'))
        .whereRef('before.submission_id', '=', 'results.submission_id')
        .where('before.status', '=', 'replaced')
        .where(
          sql<boolean>`((before.decision = 'fail' and before.percent_final >= t.pass_line) or (before.decision = 'pass' and before.percent_final < t.pass_line))`,
        )
        .as('once_otherwise'),
    )
    .where('s.task_id', '=', task_id)
    .where('results.status', 'in', ['held', 'released'])
    .where('results.question_marks', '!=', '[]')
    .orderBy('results.id')
    .$narrowType<{ once_otherwise: number }>()
    .execute()

/** The students of some works, as staff see them. */
export const studentsOf = async (db: Db, user_ids: readonly number[]) => {
  if (user_ids.length === 0) return new Map<number, never>()
  const rows = await db
    .selectFrom('users')
    .select(['id as user_id', 'nickname', 'real_name', 'student_no', 'organization_name as class_name'])
    .where('id', 'in', [...new Set(user_ids)])
    .execute()
  return new Map(rows.map((row) => [row.user_id, row]))
}

/**
 * Changes a result in place: a held one, or one whose score stays. False where its status has changed since it was
 * read.
 */
export const changeInPlace = async (db: Db, change: ResultChange): Promise<boolean> => {
  const { result, marks, marking, decision } = change
  const { numUpdatedRows } = await db
    .updateTable('results')
    .set({ question_marks: JSON.stringify(marks), ...marking, decision })
    .where('id', '=', result.id)
    .where('status', '=', result.status)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}
