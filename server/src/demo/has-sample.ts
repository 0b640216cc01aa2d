import type { Db } from '../db/schema.ts'

/** Whether this database already holds sample people. */
export const hasSample = async (db: Db): Promise<boolean> =>
  (await db.selectFrom('users').select('id').where('demo', '=', true).limit(1).executeTakeFirst()) !== undefined
