import { fail } from '@tongchuang/contract/errors.ts'
import type { Db } from '../db/schema.ts'
import { staffOf } from '../guilds/scope-store.ts'

/** Refuses to narrow a list to a guild the caller is not staff of. */
export const mustSeeGuild = async (db: Db, { user_id }: { user_id: number }, guild_id?: number): Promise<void> => {
  if (guild_id !== undefined && !(await staffOf(db, user_id, guild_id))) throw fail('NOT_FOUND')
}
