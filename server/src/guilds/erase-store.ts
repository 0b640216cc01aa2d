import type { Db } from '../db/schema.ts'
import { lockGuilds } from './lock-store.ts'
import { withdrawRequest } from './requests-store.ts'

/** Deletes the invitations of a user who is erased, whatever their answers. */
export const eraseInvitations = async (db: Db, user_id: number): Promise<void> => {
  await db.deleteFrom('guild_invitations').where('user_id', '=', user_id).execute()
}

/** Locks every guild a user is in or asks to join, in any part, before the first of them is changed. */
export const holdGuildsOf = async (db: Db, user_id: number): Promise<void> => {
  const rows = await db
    .selectFrom('guild_members')
    .select('guild_id')
    .where('user_id', '=', user_id)
    .where('status', 'in', ['member', 'pending'])
    .execute()
  await lockGuilds(
    db,
    rows.map(({ guild_id }) => guild_id),
  )
}

/**
 * Deletes what a user who is erased wrote when asking to join, their replies, and the record of the announcements they
 * saw; withdraws their requests to join. Returns the guilds where they are still a student (`joined`), those whose
 * requests were withdrawn (`asked`), and the announcements that lost a reply (`replied`).
 */
export const eraseMemberships = async (
  db: Db,
  user_id: number,
): Promise<{ joined: number[]; asked: number[]; replied: number[] }> => {
  const listWith = async (status: 'member' | 'pending') =>
    (
      await db
        .selectFrom('guild_members')
        .select('guild_id')
        .where((where) => where.and({ user_id, role: 'student', status }))
        .orderBy('guild_id')
        .execute()
    ).map(({ guild_id }) => guild_id)
  await lockGuilds(db, [...(await listWith('member')), ...(await listWith('pending'))])
  const asked = await listWith('pending')
  for (const guild_id of asked) await withdrawRequest(db, guild_id, user_id)
  await db.deleteFrom('announcement_views').where('user_id', '=', user_id).execute()
  const replied = await db
    .deleteFrom('announcement_replies')
    .where('user_id', '=', user_id)
    .returning('announcement_id')
    .execute()
  await db.updateTable('guild_members').set({ message: '' }).where('user_id', '=', user_id).execute()
  return {
    joined: await listWith('member'),
    asked,
    replied: replied.map(({ announcement_id }) => announcement_id),
  }
}
