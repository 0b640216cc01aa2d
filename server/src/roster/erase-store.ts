import { sql, type SqlBool } from 'kysely'
import type { Db } from '../db/schema.ts'

/**
 * Empties the rows of lists that speak of somebody whose data is to go, also those the list only knew by their number. The
 * rows stay for the counts of their import; with nothing known to have been done an undo leaves them.
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
