import type { Db } from '../db/schema.ts'

/**
 * Holds a guild until the transaction ends. Who changes who is in it, or what its tasks ask for, does so before any row of a
 * member or a task: otherwise two who hold one and want the other’s end each other. The whole order stands in ARCHITECTURE.md.
 */
export const lockGuild = async (db: Db, guild_id: number): Promise<void> => {
  await db
    .updateTable('guilds')
    .set((to) => ({ member_count: to.ref('member_count') }))
    .where('id', '=', guild_id)
    .execute()
}

/** The same for several, always in the order of their ids. */
export const lockGuilds = async (db: Db, guild_ids: Iterable<number>): Promise<void> => {
  for (const id of [...new Set(guild_ids)].toSorted((one, other) => one - other)) await lockGuild(db, id)
}
