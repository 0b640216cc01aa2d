import type { Db } from '../db/schema.ts'

/**
 * Holds somebody’s account until the transaction ends: where one person may keep so many of a thing, two that are kept at
 * once are counted one after the other.
 */
export const holdOwner = async (db: Db, user_id: number): Promise<void> => {
  await db
    .updateTable('users')
    .set((to) => ({ status: to.ref('status') }))
    .where('id', '=', user_id)
    .execute()
}
