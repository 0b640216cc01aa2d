import type { Db } from '../db/schema.ts'

/** Takes the accounts of a person at other systems away, with every log-in under way. */
export const eraseIdentities = async (db: Db, user_id: number): Promise<void> => {
  await db.deleteFrom('identities').where('user_id', '=', user_id).execute()
  await db.deleteFrom('provider_visits').where('user_id', '=', user_id).execute()
}
