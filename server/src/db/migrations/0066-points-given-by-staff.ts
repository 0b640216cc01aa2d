import type { Kysely } from 'kysely'
import type { Migration } from '../migrate.ts'

type Mark = { question_id: string; points: number | null }
type Rows = {
  results: { id: number; submission_id: number | null; question_marks: string; question_given: string }
  question_marks: { submission_id: number; marks: string }
}

/**
 * Points that staff gave instead of the machine are stored separately, so that they survive marking again after a key
 * was corrected. For existing results these are the points that differ from the machine's marks.
 */
export const up: Migration = async ({ db }) => {
  await db.schema
    .alterTable('results')
    .addColumn('question_given', 'text', (c) => c.notNull().defaultTo('[]'))
    .execute()
  const typed = db as Kysely<Rows>
  const rows = await typed
    .selectFrom('results')
    .leftJoin('question_marks as found', 'found.submission_id', 'results.submission_id')
    .select(['results.id', 'results.question_marks', 'found.marks'])
    .where('results.question_marks', '!=', '[]')
    .execute()
  for (const { id, question_marks, marks } of rows) {
    const found = new Map((JSON.parse(marks ?? '[]') as Mark[]).map((mark) => [mark.question_id, mark.points]))
    const given = (JSON.parse(question_marks) as Mark[])
      .filter(({ question_id, points }) => points !== null && points !== found.get(question_id))
      .map(({ question_id, points }) => ({ question_id, points }))
    if (given.length > 0)
      await typed
        .updateTable('results')
        .set({ question_given: JSON.stringify(given) })
        .where('id', '=', id)
        .execute()
  }
}
