import { fail } from '@tongchuang/contract/errors.ts'
import type { Db } from '../db/schema.ts'
import type { Events } from '../events.ts'
import { inviteAllToGuild } from './invitations-store.ts'
import { lockGuild } from './lock-store.ts'
import { originOfAct, wayBack, type Actor } from './power-rules.ts'
import { admitMembers, asStudent, membershipsOf } from './store.ts'

/**
 * Readmits students whom staff removed, within capacity, and invites those who left; where one never was a member,
 * refuses as for an absent object.
 */
export const restoreMembers = async (
  db: Db,
  events: Pick<Events, 'publish'>,
  { guild_id, user_ids, by, now }: { guild_id: number; user_ids: readonly number[]; by: Actor; now: number },
): Promise<{ restored: number[]; invited: number[] }> => {
  const ids = [...new Set(user_ids)]
  await lockGuild(db, guild_id)
  const past = new Map((await membershipsOf(db, guild_id, ids)).map((one) => [one.user_id, one]))
  const ways = Map.groupBy(ids, (id) => wayBack(past.get(id)))
  if (ways.has('absent')) throw fail('NOT_FOUND')
  const restored = await admitMembers(db, events, {
    guild_id,
    user_ids: ways.get('restored') ?? [],
    origin: originOfAct(by),
    now,
  })
  const people = (ways.get('invited') ?? []).map((user_id) => ({ user_id }))
  const invited = await inviteAllToGuild(db, { guild_id, people, ...asStudent, invited_by: by.user_id, now })
  return { restored, invited }
}
