import type { Db } from '../db/schema.ts'
import { sayUnread } from '../live.ts'

const atOnce = 500

/** Since when things are out of sight, before a change and behind it; null while it can be seen. */
export type Away = { before: number | null; after: number | null }

/**
 * Has what was told about some things follow them out of sight and back, in all boxes; a `todo` is closed instead. What comes back is
 * as read as it was, and what its reader has cleared meanwhile or before stays so: it went at another moment.
 */
export const followAway = async (db: Db, about: readonly string[], away: Away): Promise<void> => {
  if (away.before === away.after) return
  // So many values of a list stand in a statement.
  for (let at = 0; at < about.length; at += atOnce) await moveAway(db, about.slice(at, at + atOnce), away)
}

const moveAway = async (db: Db, about: readonly string[], { before, after }: Away): Promise<void> => {
  const told = db
    .updateTable('messages')
    .set({ removed_at: after })
    .where('about', 'in', about)
    .where('type', '<>', 'todo')
  const moved = await (before === null ? told.where('removed_at', 'is', null) : told.where('removed_at', '=', before))
    .returning('user_id')
    .execute()
  // Also of what was wanted by mail alone.
  if (after !== null)
    await db
      .deleteFrom('notice_letters')
      .where('message_id', 'in', db.selectFrom('messages').select('id').where('about', 'in', about))
      .execute()
  await sayUnread(
    db,
    moved.map(({ user_id }) => user_id),
  )
}

/**
 * Takes what asked for something (`todo`) out of the boxes of some people who can do it no more, with letters that wait. The rows
 * stay: they say that somebody was told, and show again once it is asked anew.
 */
export const putTodosAway = async (
  db: Db,
  about: readonly string[],
  user_ids: readonly number[],
  now: number,
): Promise<void> => {
  if (about.length === 0 || user_ids.length === 0) return
  const put = await db
    .updateTable('messages')
    .set({ removed_at: now })
    .where('about', 'in', about)
    .where('type', '=', 'todo')
    .where('user_id', 'in', user_ids)
    .where('removed_at', 'is', null)
    .returning('user_id')
    .execute()
  await db
    .deleteFrom('notice_letters')
    .where('user_id', 'in', user_ids)
    .where('message_id', 'in', db.selectFrom('messages').select('id').where('about', 'in', about))
    .execute()
  await sayUnread(
    db,
    put.map(({ user_id }) => user_id),
  )
}

/** Brings back what was put away at a moment, as read as it was: what asked for it stands again. */
export const bringTodosBack = async (
  db: Db,
  about: readonly string[],
  user_id: number,
  since: number,
): Promise<void> => {
  if (about.length === 0) return
  await db
    .updateTable('messages')
    .set({ removed_at: null })
    .where('about', 'in', about)
    .where('type', '=', 'todo')
    .where('user_id', '=', user_id)
    .where('removed_at', '=', since)
    .execute()
  await sayUnread(db, [user_id])
}

/** Brings back what some people are asked and have not read, wherever it was put away. */
export const bringUnreadBack = async (db: Db, about: string, user_ids: readonly number[]): Promise<void> => {
  if (user_ids.length === 0) return
  await db
    .updateTable('messages')
    .set({ removed_at: null })
    .where('about', '=', about)
    .where('type', '=', 'todo')
    .where('user_id', 'in', user_ids)
    .where('read_at', 'is', null)
    .whereRef('removed_at', '>', 'created_at')
    .execute()
  await sayUnread(db, user_ids)
}
