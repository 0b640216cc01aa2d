import { sql, type SqlBool } from 'kysely'
import type { Db } from '../db/schema.ts'

/**
 * Empties the rows of lists about a person whose data is to be erased, including rows matched only by their number. The
 * rows stay for the counts of their import; without a record of what was done, an undo skips them.
 */
export const eraseRosterRows = async (db: Db, user_id: number): Promise<void> => {
  await db
    .updateTable('roster_rows')
    .set({
      cells: '[]',
      student_no: '',
      real_name: '',
      class_name: '',
      gender: 0,
      email: '',
      fixes: '{}',
      problem: '',
      did: null,
      password: null,
    })
    .where(
      sql<SqlBool>`(user_id = ${user_id} or student_no = (select users.student_no from users where users.id = ${user_id} and users.student_no <> ''))`,
    )
    .execute()
}
