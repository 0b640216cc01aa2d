import type { Db } from '../db/schema.ts'

/** Whether a guild is archived and therefore read-only. */
export const isArchived = async (db: Db, guild_id: number): Promise<boolean> => {
  const guild = await db.selectFrom('guilds').select('status').where('id', '=', guild_id).executeTakeFirst()
  return guild?.status === 'archived'
}

/**
 * Locks a guild until the transaction ends, so that nobody archives it meanwhile. Returns false if it is archived or
 * gone.
 */
export const holdActive = async (db: Db, guild_id: number): Promise<boolean> => {
  const guild = await db
    .updateTable('guilds')
    .set((to) => ({ status: to.ref('status') }))
    .where('id', '=', guild_id)
    .returning('status')
    .executeTakeFirst()
  return guild?.status === 'active'
}
