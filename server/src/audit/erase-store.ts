import type { Db } from '../db/schema.ts'

/** Forgets from where an erased student asked for things; that they did stays. */
export const eraseAddresses = async (db: Db, user_id: number): Promise<void> => {
  await db
    .updateTable('audit_entries')
    .set({ address: '' })
    .where('user_id', '=', user_id)
    .where('role', '=', 'student')
    .execute()
}
