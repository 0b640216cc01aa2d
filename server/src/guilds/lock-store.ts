import type { Db } from '../db/schema.ts'

/**
 * Locks a guild until the transaction ends. Whatever changes its members, or what its tasks ask for, does so before
 * locking any row of a member or a task: otherwise two transactions that hold one and want the other’s abort each
 * other. ARCHITECTURE.md has the whole lock order.
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
