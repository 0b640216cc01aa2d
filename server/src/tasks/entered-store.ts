import { sql, type Selectable } from 'kysely'
import type { Db } from '../db/schema.ts'
import type { EnteredResultTable } from './tables.ts'

export type Entered = Selectable<EnteredResultTable>

// Rows per statement.
const AT_ONCE = 200

/** The entered result of a student of an offline task. */
export const findEntered = (db: Db, task_id: number, user_id: number): Promise<Entered | undefined> =>
  db
    .selectFrom('entered_results')
    .selectAll()
    .where('task_id', '=', task_id)
    .where('user_id', '=', user_id)
    .executeTakeFirst()

/** The entered results of some students of a task. */
export const enteredOf = async (
  db: Db,
  task_id: number,
  user_ids: readonly number[],
): Promise<Map<number, Entered>> => {
  if (user_ids.length === 0) return new Map()
  const rows = await db
    .selectFrom('entered_results')
    .selectAll()
    .where('task_id', '=', task_id)
    .where('user_id', 'in', user_ids)
    .execute()
  return new Map(rows.map((row) => [row.user_id, row]))
}

/** Whether anything was ever typed for a task. */
export const wasEntered = async (db: Db, task_id: number): Promise<boolean> =>
  (await db
    .selectFrom('entered_results')
    .select('user_id')
    .where('task_id', '=', task_id)
    .limit(1)
    .executeTakeFirst()) !== undefined

/**
 * Stores entered results, each with the version after the one it is based on, and returns those stored: where somebody
 * else was first, theirs stays. The statement itself is the guard: of two concurrent writes one succeeds.
 */
export const putEntered = async (db: Db, entered: readonly Entered[]): Promise<Entered[]> => {
  const kept: Entered[] = []
  for (let at = 0; at < entered.length; at += AT_ONCE)
    kept.push(
      ...(await db
        .insertInto('entered_results')
        .values(entered.slice(at, at + AT_ONCE))
        .onConflict((conflict) =>
          conflict
            .columns(['task_id', 'user_id'])
            .doUpdateSet((to) => ({
              version: to.ref('excluded.version'),
              word: to.ref('excluded.word'),
              score: to.ref('excluded.score'),
              text: to.ref('excluded.text'),
              released_at: to.ref('excluded.released_at'),
              entered_by: to.ref('excluded.entered_by'),
              entered_role: to.ref('excluded.entered_role'),
              entered_at: to.ref('excluded.entered_at'),
            }))
            .whereRef('entered_results.version', '=', sql`excluded.version - 1`),
        )
        .returningAll()
        .execute()),
    )
  return kept
}

/** Marks a held entered result as released; false where another request did so first. */
export const markEnteredReleased = async (
  db: Db,
  { task_id, user_id, version }: Pick<Entered, 'task_id' | 'user_id' | 'version'>,
  now: number,
): Promise<boolean> => {
  const { numUpdatedRows } = await db
    .updateTable('entered_results')
    .set({ released_at: now })
    .where('task_id', '=', task_id)
    .where('user_id', '=', user_id)
    .where('version', '=', version)
    .where('released_at', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Records the new score of an entered result after a correction or a granted appeal, and who gave it. */
export const correctEntered = async (
  db: Db,
  {
    task_id,
    user_id,
    score,
    judge,
  }: {
    task_id: number
    user_id: number
    score: number | null
    judge: { user_id: number; role: Entered['entered_role']; now: number }
  },
): Promise<void> => {
  await db
    .updateTable('entered_results')
    .set((to) => ({
      word: 'score',
      score,
      version: to('version', '+', 1),
      entered_by: judge.user_id,
      entered_role: judge.role,
      entered_at: judge.now,
    }))
    .where('task_id', '=', task_id)
    .where('user_id', '=', user_id)
    .execute()
}

/** The held entered results of a task; at most 500, by student. */
export const heldEntered = (db: Db, task_id: number): Promise<Entered[]> =>
  db
    .selectFrom('entered_results')
    .selectAll()
    .where('task_id', '=', task_id)
    .where('released_at', 'is', null)
    .where('word', '!=', 'blank')
    .orderBy('user_id')
    .limit(500)
    .execute()

/** The number of students of a task with a held entered result. */
export const countHeldEntered = async (db: Db, task_id: number): Promise<number> => {
  const row = await db
    .selectFrom('entered_results')
    .select(sql<number>`count(*)`.as('people'))
    .where('task_id', '=', task_id)
    .where('released_at', 'is', null)
    .where('word', '!=', 'blank')
    .executeTakeFirstOrThrow()
  return Number(row.people)
}

/**
 * Removes the held entered results of a person whose data is erased, and the words of the released ones, whose numbers
 * stay.
 */
export const eraseEntered = async (db: Db, user_id: number): Promise<void> => {
  await db.deleteFrom('entered_results').where('user_id', '=', user_id).where('released_at', 'is', null).execute()
  await db.updateTable('entered_results').set({ text: '' }).where('user_id', '=', user_id).execute()
}
