import { sql } from 'kysely'
import { pageOf, type Page, type PageRequest } from '../db/paging.ts'
import type { Db } from '../db/schema.ts'
import { sayUnread } from '../live.ts'
import type { StoredMessage } from './store.ts'
import { unreadOfAll } from './unread-store.ts'

export type StaffMessage = Omit<StoredMessage, 'type'> & { guild_id: number | null }

/** The notices of a staff member, newest first; all of them or only the unread ones. */
export const listStaffMessages = (
  db: Db,
  user_id: number,
  isUnread: boolean,
  page: PageRequest,
): Promise<Page<StaffMessage>> => {
  const box = db
    .selectFrom('messages')
    .where('user_id', '=', user_id)
    .where('audience', '=', sql.lit('staff'))
    .where('removed_at', 'is', null)
  const wanted = isUnread ? box.where('read_at', 'is', null) : box
  const rows = wanted.select(['id', 'kind', 'data', 'link', 'guild_id', 'created_at', 'read_at'])
  return pageOf(
    db,
    rows,
    [
      { field: 'created_at', direction: 'desc' },
      { field: 'id', direction: 'desc' },
    ],
    page,
    wanted,
  )
}

/** How many unread rows somebody of the staff has, up to a hundred. */
export const countStaffUnread = async (db: Db, user_id: number): Promise<number> => {
  const { message = 0, notice = 0, todo = 0 } = (await unreadOfAll(db, 'staff', [user_id])).get(user_id) ?? {}
  return Math.min(message + notice + todo, 100)
}

/** Undoes a mark-as-read that a staff member made at one moment. */
export const keepStaffUnread = async (db: Db, user_id: number, read_at: number): Promise<void> => {
  await db
    .updateTable('messages')
    .set({ read_at: null })
    .where('user_id', '=', user_id)
    .where('audience', '=', 'staff')
    .where('read_at', '=', read_at)
    .execute()
  await sayUnread(db, [user_id])
}

/** Removes messages about a guild from the boxes of people who are no longer its staff. */
export const forgetGuild = async (db: Db, user_ids: readonly number[], guild_id: number): Promise<void> => {
  if (user_ids.length === 0) return
  await db
    .deleteFrom('messages')
    .where('guild_id', '=', guild_id)
    .where('audience', '=', 'staff')
    .where('user_id', 'in', user_ids)
    .execute()
  for (const user_id of user_ids)
    await db.deleteFrom('quiet_guilds').where('user_id', '=', user_id).where('guild_id', '=', guild_id).execute()
  await sayUnread(db, user_ids)
}

/** Removes what only administrators are told from the box of somebody who is none any more. */
export const forgetSchool = async (db: Db, user_id: number): Promise<void> => {
  await db
    .deleteFrom('messages')
    .where('user_id', '=', user_id)
    .where('audience', '=', 'staff')
    .where('kind', '=', 'deletion.asked')
    .execute()
  await sayUnread(db, [user_id])
}
