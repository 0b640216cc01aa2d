import type { Db } from '../db/schema.ts'
import { sayUnread } from '../live.ts'

const atOnce = 500

/** The time at which things were put out of sight, before and after a change; null while they are visible. */
export type Away = { before: number | null; after: number | null }

/**
 * Hides or restores the messages about some things along with them, in all boxes; `todo` messages are not moved,
 * because they are closed instead. A restored message keeps its read state, and one that its reader has cleared stays
 * cleared, because its removal has another time.
 */
export const followAway = async (db: Db, about: readonly string[], away: Away): Promise<void> => {
  if (away.before === away.after) return
  // Split, because a statement holds a limited number of values.
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
  // Includes messages that were wanted only by mail.
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
 * Takes `todo` messages, with their waiting letters, out of the boxes of people who can no longer act on them. The rows
 * stay: they record who was told, and reappear if the same is asked again.
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

/**
 * Restores the `todo` messages of a person about some things that were put away at a given time, with their read state.
 */
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

/**
 * Restores the unread `todo` messages of some people about a thing that were put away at any time; messages they did
 * not want in their box stay out of it.
 */
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
