import { sql } from 'kysely'
import type { Db } from '../db/schema.ts'
import { storedValue } from '../db/stored-json.ts'
import type { AnsweredWork } from './question-statistics-rules.ts'

/**
 * The answers of each member in the work whose result is released, and the mark of each question; of several rounds the
 * last. A returned work does not count until another result is released. One query.
 */
export const answeredWorks = async (db: Db, task_ids: readonly number[]): Promise<AnsweredWork[]> => {
  const rows = await db
    .selectFrom('results as r')
    .innerJoin('enrolments as e', 'e.id', 'r.enrolment_id')
    .innerJoin('submissions as own', 'own.id', 'r.submission_id')
    .innerJoin('submissions as s', (join) =>
      join
        .onRef('s.enrolment_id', '=', 'r.enrolment_id')
        .on(sql<boolean>`s.version = coalesce(r.marked_version, own.version)`),
    )
    .innerJoin('guild_members as gm', (join) =>
      join.onRef('gm.guild_id', '=', 'e.guild_id').onRef('gm.user_id', '=', 'e.user_id'),
    )
    .select(['e.task_id', 'e.user_id', 's.answers', 'r.question_marks'])
    .where('e.task_id', 'in', task_ids)
    .where('e.state', '!=', 'excused')
    .where('r.status', '=', 'released')
    .where('r.decision', '!=', 'return')
    .where('r.question_marks', '!=', '[]')
    .where('gm.status', '=', 'member')
    .where('gm.role', '=', 'student')
    .orderBy('r.id')
    .execute()
  const last = new Map(rows.map((row) => [`${row.task_id} ${row.user_id}`, row]))
  return [...last.values()].map(({ task_id, answers, question_marks }) => ({
    task_id,
    answers: storedValue(answers),
    marks: storedValue(question_marks),
  }))
}
