import type { Db } from '../db/schema.ts'

/** Removes the network addresses from the records of an erased student; the records stay. */
export const eraseAddresses = async (db: Db, user_id: number): Promise<void> => {
  await db
    .updateTable('audit_entries')
    .set({ address: '' })
    .where('user_id', '=', user_id)
    .where('role', '=', 'student')
    .execute()
}
