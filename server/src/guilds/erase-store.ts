import type { Db } from '../db/schema.ts'
import { lockGuilds } from './lock-store.ts'

/** The invitations of somebody whose data is to go, whatever they answered. */
export const eraseInvitations = async (db: Db, user_id: number): Promise<void> => {
  await db.deleteFrom('guild_invitations').where('user_id', '=', user_id).execute()
}

/**
 * The guilds in which somebody whose data is to go is a student still; what they said when asking to join, which
 * announcements they saw and what they replied goes at once.
 */
export const eraseMemberships = async (db: Db, user_id: number): Promise<number[]> => {
  const listIn = async () =>
    (
      await db
        .selectFrom('guild_members')
        .select('guild_id')
        .where((where) => where.and({ user_id, role: 'student', status: 'member' }))
        .orderBy('guild_id')
        .execute()
    ).map(({ guild_id }) => guild_id)
  await lockGuilds(db, await listIn())
  await db.deleteFrom('announcement_views').where('user_id', '=', user_id).execute()
  await db.deleteFrom('announcement_replies').where('user_id', '=', user_id).execute()
  await db.updateTable('guild_members').set({ message: '' }).where('user_id', '=', user_id).execute()
  return listIn()
}
