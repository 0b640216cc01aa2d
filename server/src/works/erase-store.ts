import type { Db } from '../db/schema.ts'

/** Takes away the picks of somebody's works whose data is to go: their reasons speak of what the work said. */
export const erasePicks = async (db: Db, user_id: number): Promise<void> => {
  const own = db.selectFrom('submissions').select('id').where('user_id', '=', user_id)
  await db.deleteFrom('work_picks').where('submission_id', 'in', own).execute()
}

/** Withdraws the certificates of somebody whose data is to go: their numbers stay taken and say so. */
export const eraseCertificates = async (db: Db, user_id: number, now: number): Promise<void> => {
  const own = db.selectFrom('submissions').select('id').where('user_id', '=', user_id)
  await db
    .updateTable('certificates')
    .set({ withdrawn_at: now })
    .where('submission_id', 'in', own)
    .where('withdrawn_at', 'is', null)
    .execute()
}
