import type { Db } from '../db/schema.ts'
import { eraseSets } from './criteria-sets/set-of-criteria-store.ts'
import { eraseEntered } from './entered-store.ts'

/**
 * Empties the reasons in the rows of a person whose data is erased and the words of their entered results, and removes
 * their sets of criteria; states and released numbers stay.
 */
export const eraseReasons = async (db: Db, user_id: number): Promise<void> => {
  const own = db.selectFrom('enrolments').select('id').where('user_id', '=', user_id)
  await db.updateTable('enrolment_history').set({ reason: '' }).where('enrolment_id', 'in', own).execute()
  await db
    .updateTable('enrolments')
    .set({ abort_reason: '', excuse_reason: '' })
    .where('user_id', '=', user_id)
    .execute()
  await eraseEntered(db, user_id)
  await eraseSets(db, user_id)
}
