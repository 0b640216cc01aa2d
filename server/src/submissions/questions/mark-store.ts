import type { Db } from '../../db/schema.ts'
import { storedValue } from '../../db/stored-json.ts'
import type { QuestionMark } from './marking-rules.ts'

// Rows per statement.
const atOnce = 200

/** Stores the machine's marks of a version. */
export const addMarks = async (db: Db, submission_id: number, marks: readonly QuestionMark[]): Promise<void> => {
  if (marks.length === 0) return
  await db
    .insertInto('question_marks')
    .values({ submission_id, marks: JSON.stringify(marks) })
    .execute()
}

/** The machine's marks of a version from when it was submitted; empty where no question had points. */
export const marksOf = async (db: Db, submission_id: number): Promise<QuestionMark[]> => {
  const row = await db
    .selectFrom('question_marks')
    .select('marks')
    .where('submission_id', '=', submission_id)
    .executeTakeFirst()
  return row ? storedValue(row.marks) : []
}

/** Replaces the machine's marks of versions. */
export const putMarks = async (db: Db, versions: readonly { id: number; marks: QuestionMark[] }[]): Promise<void> => {
  for (let at = 0; at < versions.length; at += atOnce) {
    const some = versions.slice(at, at + atOnce)
    await db
      .insertInto('question_marks')
      .values(some.map(({ id, marks }) => ({ submission_id: id, marks: JSON.stringify(marks) })))
      .onConflict((conflict) =>
        conflict.column('submission_id').doUpdateSet((to) => ({ marks: to.ref('excluded.marks') })),
      )
      .execute()
  }
}
