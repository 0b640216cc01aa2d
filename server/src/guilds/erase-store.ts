import type { Db } from '../db/schema.ts'
import { lockGuilds } from './lock-store.ts'
import { withdrawRequest } from './requests-store.ts'

/** The invitations of somebody whose data is to go, whatever they answered. */
export const eraseInvitations = async (db: Db, user_id: number): Promise<void> => {
  await db.deleteFrom('guild_invitations').where('user_id', '=', user_id).execute()
}

/** Holds every guild somebody is in or asks to come into, in whatever part, before the first of them is changed. */
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
 * The guilds in which somebody whose data is to go is a student still; what they said when asking to join, which
 * announcements they saw and what they replied goes at once. Where they asked, they do no more; `replied`: the announcements
 * that have a reply less.
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
