import type { Db } from '../db/schema.ts'

/** Whether a guild can only be read. */
export const isArchived = async (db: Db, guild_id: number): Promise<boolean> => {
  const guild = await db.selectFrom('guilds').select('status').where('id', '=', guild_id).executeTakeFirst()
  return guild?.status === 'archived'
}

/** Holds a guild until the transaction ends, so that nobody archives it meanwhile; false where it is archived or gone. */
export const holdActive = async (db: Db, guild_id: number): Promise<boolean> => {
  const guild = await db
    .updateTable('guilds')
    .set((to) => ({ status: to.ref('status') }))
    .where('id', '=', guild_id)
    .returning('status')
    .executeTakeFirst()
  return guild?.status === 'active'
}
