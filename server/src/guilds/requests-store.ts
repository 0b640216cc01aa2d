import { pageOf, type Page, type PageRequest } from '../db/paging.ts'
import type { Db } from '../db/schema.ts'
import { lockGuild } from './lock-store.ts'
import { asStudent, takePlaces, type Publisher } from './store.ts'

/** Adds a request to join; members and those who wait already stay as they are. Returns whether the request is new. */
export const askToJoin = async (
  db: Db,
  { guild_id, user_id, message, now }: { guild_id: number; user_id: number; message: string; now: number },
): Promise<boolean> => {
  const row = await db
    .insertInto('guild_members')
    .values({
      guild_id,
      user_id,
      ...asStudent,
      status: 'pending',
      origin: 'own',
      message,
      joined_at: null,
      created_at: now,
    })
    .onConflict((conflict) =>
      conflict
        .columns(['guild_id', 'user_id'])
        .doUpdateSet({ ...asStudent, status: 'pending', message, created_at: now })
        .where('guild_members.status', 'not in', ['member', 'pending']),
    )
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}

/** Withdraws a request to join: its row is deleted, unless the person was in the guild before. */
export const withdrawRequest = async (db: Db, guild_id: number, user_id: number): Promise<boolean> => {
  const own = { guild_id, user_id, status: 'pending' } as const
  const { numDeletedRows } = await db
    .deleteFrom('guild_members')
    .where((where) => where.and({ ...own }))
    .where('joined_at', 'is', null)
    .executeTakeFirst()
  if (numDeletedRows > 0n) return true
  const { numUpdatedRows } = await db
    .updateTable('guild_members')
    .set({ status: 'left' })
    .where((where) => where.and({ ...own }))
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/**
 * Admits or refuses those of `user_ids` who wait; returns them. Either all find a place or none (FULL). Call it in a
 * transaction.
 */
export const answerRequests = async (
  db: Db,
  events: Publisher,
  { guild_id, user_ids, admit, now }: { guild_id: number; user_ids: readonly number[]; admit: boolean; now: number },
): Promise<number[]> => {
  await lockGuild(db, guild_id)
  const answered = await db
    .updateTable('guild_members')
    .set(admit ? { ...asStudent, status: 'member', origin: 'own', joined_at: now } : { status: 'refused' })
    .where('guild_id', '=', guild_id)
    .where('user_id', 'in', user_ids)
    .where('status', '=', 'pending')
    .returning('user_id')
    .execute()
  const ids = answered.map(({ user_id }) => user_id)
  if (!admit || ids.length === 0) return ids
  await takePlaces(db, guild_id, ids.length)
  for (const user_id of ids) await events.publish(db, 'guild.joined', { guild_id, user_id })
  return ids
}

export type Waiting = {
  id: number
  user_id: number
  nickname: string
  avatar_file_id: number | null
  head: string
  real_name: string
  message: string
  created_at: number
}

/** Requests to join, oldest first. */
export const listRequests = (db: Db, guild_id: number, request: PageRequest): Promise<Page<Waiting>> =>
  pageOf(
    db,
    db
      .selectFrom('guild_members as gm')
      .innerJoin('users', 'users.id', 'gm.user_id')
      .select(['gm.id', 'gm.user_id', 'users.nickname', 'users.real_name', 'gm.message', 'gm.created_at'])
      .select(['users.avatar_file_id', 'users.head'])
      .where('gm.guild_id', '=', guild_id)
      .where('gm.status', '=', 'pending'),
    [
      { field: 'created_at', column: 'gm.created_at', direction: 'asc' },
      { field: 'id', column: 'gm.id', direction: 'asc' },
    ],
    request,
  )

/** All requests to join a guild with their messages, for the notices about them. */
export const whoWaits = (db: Db, guild_id: number): Promise<{ user_id: number; message: string }[]> =>
  db
    .selectFrom('guild_members')
    .select(['user_id', 'message'])
    .where('guild_id', '=', guild_id)
    .where('status', '=', 'pending')
    .orderBy('id')
    .execute()
