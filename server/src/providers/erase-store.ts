import type { Db } from '../db/schema.ts'

/** Deletes the identities of a person, and every visit in progress that links one. */
export const eraseIdentities = async (db: Db, user_id: number): Promise<void> => {
  await db.deleteFrom('identities').where('user_id', '=', user_id).execute()
  await db.deleteFrom('provider_visits').where('user_id', '=', user_id).execute()
}
