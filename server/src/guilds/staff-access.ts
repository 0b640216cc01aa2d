import { fail } from '@tongchuang/contract/errors.ts'
import type { Db } from '../db/schema.ts'
import { lockGuild } from './lock-store.ts'
import { findGuildDetail, type GuildDetail } from './settings-store.ts'
import { mayLead, type Staff } from './rules.ts'
import { staffOf } from './scope-store.ts'

/** The guild, for its staff; everybody else is told that it does not exist. */
export const guildForStaff = async (
  db: Db,
  guild_id: number,
  user_id: number,
): Promise<{ guild: GuildDetail; staff: Staff }> => {
  const staff = await staffOf(db, user_id, guild_id)
  const guild = staff && (await findGuildDetail(db, guild_id))
  if (!staff || !guild) throw fail('NOT_FOUND')
  return { guild, staff }
}

/** The guild, for somebody who leads it, provided that it is not archived. */
export const mustLeadGuild = async (db: Db, guild_id: number, user_id: number): Promise<GuildDetail> => {
  const { guild, staff } = await guildForStaff(db, guild_id, user_id)
  if (!mayLead(staff)) throw fail('ROLE')
  if (guild.status === 'archived') throw fail('ARCHIVED')
  return guild
}

/**
 * Changes a guild in a transaction that holds it, for somebody who leads it. Asked behind the lock: whoever is removed
 * from its staff at this moment changes nothing any more.
 */
export const asLeader = <T>(
  db: Db,
  guild_id: number,
  user_id: number,
  change: (db: Db, guild: GuildDetail) => Promise<T>,
): Promise<T> =>
  db.transaction().execute(async (db) => {
    await lockGuild(db, guild_id)
    return change(db, await mustLeadGuild(db, guild_id, user_id))
  })

/** Passes for staff of the guild only; everybody else is told that the guild does not exist. */
export const mustBeStaff = async (db: Db, guild_id: number, user_id: number): Promise<void> => {
  if (!(await staffOf(db, user_id, guild_id))) throw fail('NOT_FOUND')
}
