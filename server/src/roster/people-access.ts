import { fail } from '@tongchuang/contract/errors.ts'
import type { Db } from '../db/schema.ts'
import { staffOf } from '../guilds/scope-store.ts'

/** A list may be narrowed to a guild one is staff of. */
export const mustSeeGuild = async (db: Db, { user_id }: { user_id: number }, guild_id?: number): Promise<void> => {
  if (guild_id !== undefined && !(await staffOf(db, user_id, guild_id))) throw fail('NOT_FOUND')
}
