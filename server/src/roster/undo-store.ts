import { sql } from 'kysely'
import type { Db } from '../db/schema.ts'
import type { RosterRow } from './row-store.ts'

/** Reopens the rows where something was done, for an undo. */
export const reopenRows = async (db: Db, import_id: number): Promise<void> => {
  await db
    .updateTable('roster_rows')
    .set({ is_done: false, was_left: false })
    .where('import_id', '=', import_id)
    .where('did', 'is not', null)
    .execute()
}

/** People whom an undo left unchanged, 1,000 at most. */
export const leftRows = (db: Db, import_id: number): Promise<Pick<RosterRow, 'student_no' | 'real_name'>[]> =>
  db
    .selectFrom('roster_rows')
    .select(['student_no', 'real_name'])
    .where('import_id', '=', import_id)
    .where('was_left', '=', true)
    .orderBy('line')
    .limit(1_000)
    .execute()

/** Whether an undo changed nothing because everybody it concerned was left. */
export const isAllLeft = async (db: Db, import_id: number): Promise<boolean> => {
  const { left, done } = await db
    .selectFrom('roster_rows')
    .select(sql<number>`count(case when was_left then 1 end)`.as('left'))
    .select(sql<number>`count(case when not was_left or did like '%"partly":true%' then 1 end)`.as('done'))
    .where('import_id', '=', import_id)
    .where('did', 'is not', null)
    .executeTakeFirstOrThrow()
  return Number(left) > 0 && Number(done) === 0
}
