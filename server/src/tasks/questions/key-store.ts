import { inParts } from '../../db/in-parts.ts'
import type { Db } from '../../db/schema.ts'
import { storedStrings } from '../../db/stored-strings.ts'
import type { QuestionKey } from './question-rules.ts'

/** The keys of a task's questions. For staff and for marking only: queries for students never join this table. */
export const keysOf = async (db: Db, task_id: number): Promise<QuestionKey[]> => {
  const rows = await db
    .selectFrom('question_keys')
    .select(['question_id', 'accepted', 'tolerance', 'explanation'])
    .where('task_id', '=', task_id)
    .orderBy('sort_order')
    .orderBy('question_id')
    .execute()
  return rows.map(({ accepted, ...key }) => ({ ...key, accepted: storedStrings(accepted) }))
}

/** Replaces the keys of a task. */
export const putKeys = async (db: Db, task_id: number, keys: readonly QuestionKey[]): Promise<void> => {
  await db.deleteFrom('question_keys').where('task_id', '=', task_id).execute()
  if (keys.length === 0) return
  await db
    .insertInto('question_keys')
    .values(
      keys.map(({ question_id, accepted, tolerance, explanation }, sort_order) => ({
        task_id,
        question_id,
        sort_order,
        accepted: JSON.stringify(accepted),
        tolerance,
        explanation,
      })),
    )
    .execute()
}

/** Copies the keys of tasks to their copies. */
export const copyKeys = async (db: Db, copies: ReadonlyMap<number, number>): Promise<void> => {
  const rows = await db
    .selectFrom('question_keys')
    .selectAll()
    .where('task_id', 'in', [...copies.keys()])
    .execute()
  for (const some of inParts(rows))
    await db
      .insertInto('question_keys')
      .values(some.map((key) => ({ ...key, task_id: copies.get(key.task_id) ?? key.task_id })))
      .execute()
}
