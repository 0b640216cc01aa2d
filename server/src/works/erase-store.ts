import type { Db } from '../db/schema.ts'

/** Deletes the picks of works by a person whose data is erased: the reasons describe the works. */
export const erasePicks = async (db: Db, user_id: number): Promise<void> => {
  const own = db.selectFrom('submissions').select('id').where('user_id', '=', user_id)
  await db.deleteFrom('work_picks').where('submission_id', 'in', own).execute()
}

/** Withdraws the certificates of a person whose data is erased: their numbers stay taken and show as withdrawn. */
export const eraseCertificates = async (db: Db, user_id: number, now: number): Promise<void> => {
  const own = db.selectFrom('submissions').select('id').where('user_id', '=', user_id)
  await db
    .updateTable('certificates')
    .set({ withdrawn_at: now })
    .where('submission_id', 'in', own)
    .where('withdrawn_at', 'is', null)
    .execute()
}
