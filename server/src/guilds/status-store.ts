import type { Db } from '../db/schema.ts'

/** Whether a guild can only be read. */
export const isArchived = async (db: Db, guild_id: number): Promise<boolean> => {
  const guild = await db.selectFrom('guilds').select('status').where('id', '=', guild_id).executeTakeFirst()
  return guild?.status === 'archived'
}
