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
 * The guilds in which a user who is erased is still a student. Deletes what they wrote when asking to join, which
 * announcements they saw, and their replies; withdraws their requests to join. `replied`: the announcements that lose a
 * reply.
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
