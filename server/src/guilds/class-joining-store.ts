import { sql } from 'kysely'
import type { Db } from '../db/schema.ts'
import type { WhichClass } from './class-store.ts'

/** For this long, a class that joined a guild can be removed again as a whole. */
export const undoClassMs = 24 * 3_600_000

// Three values a row, and SQLite takes 32,766 in a statement.
const atOnce = 5_000

const nameOf = async (db: Db, which: WhichClass): Promise<string> => {
  if ('class_name' in which) return which.class_name
  const from = await db.selectFrom('guilds').select('name').where('id', '=', which.from_guild_id).executeTakeFirst()
  return from?.name ?? ''
}

type Came = { joined: readonly number[]; invited: readonly number[]; requested: readonly number[] }

/** Stores who joined, was invited or was admitted with a class; stores nothing if that is nobody. */
export const keepJoining = async (
  db: Db,
  { guild_id, which, by, now }: { guild_id: number; which: WhichClass; by: number; now: number },
  came: Came,
): Promise<void> => {
  const people = (['joined', 'invited', 'requested'] as const).flatMap((was) =>
    came[was].map((user_id) => ({ user_id, was })),
  )
  if (people.length === 0) return
  // A joining that can no longer be undone needs no list of people.
  await db
    .deleteFrom('class_joinings')
    .where('created_at', '<=', now - undoClassMs)
    .execute()
  const class_name = await nameOf(db, which)
  const { id } = await db
    .insertInto('class_joinings')
    .values({ guild_id, class_name, created_by: by, created_at: now, undone_at: null })
    .returning('id')
    .executeTakeFirstOrThrow()
  for (let at = 0; at < people.length; at += atOnce)
    await db
      .insertInto('class_joining_people')
      .values(people.slice(at, at + atOnce).map((one) => ({ joining_id: id, ...one })))
      .execute()
}

const kept = (db: Db, guild_id: number) =>
  db
    .selectFrom('class_joinings as j')
    .innerJoin('users', 'users.id', 'j.created_by')
    .select(['j.id', 'j.class_name', 'j.created_at', 'j.undone_at', 'users.nickname'])
    .select(
      (['joined', 'invited'] as const).map((was) =>
        sql<number>`(select count(*) from class_joining_people as p where p.joining_id = j.id and p.was = ${was})`.as(
          was,
        ),
      ),
    )
    .select(sql<number>`(select count(*) from class_joining_people as p where p.joining_id = j.id)`.as('people'))
    .where('j.guild_id', '=', guild_id)

/** Classes that can still be removed from a guild again, newest first, at most 20. */
export const listJoinings = (db: Db, guild_id: number, now: number) =>
  kept(db, guild_id)
    .where('j.undone_at', 'is', null)
    .where('j.created_at', '>', now - undoClassMs)
    .orderBy('j.id', 'desc')
    .limit(20)
    .execute()

export type Joined = Awaited<ReturnType<typeof listJoinings>>[number]

/** One class that came into a guild. */
export const findJoining = (db: Db, guild_id: number, id: number): Promise<Joined | undefined> =>
  kept(db, guild_id).where('j.id', '=', id).executeTakeFirst()

/** Marks a class as removed again; false where it was already. */
export const markUndone = async (db: Db, id: number, now: number): Promise<boolean> => {
  const { numUpdatedRows } = await db
    .updateTable('class_joinings')
    .set({ undone_at: now })
    .where('id', '=', id)
    .where('undone_at', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/**
 * Students who joined with a class and whom their membership does not keep: it is unchanged, and they have replied to
 * no announcement since. The caller checks whether they have worked in the guild (`whoHasWorked` of the roster).
 */
export const idleOf = async (
  db: Db,
  joining: { id: number; guild_id: number; created_at: number },
): Promise<number[]> => {
  const { id, guild_id, created_at } = joining
  const rows = await db
    .selectFrom('class_joining_people as p')
    .innerJoin('guild_members as gm', (join) =>
      join.onRef('gm.user_id', '=', 'p.user_id').on('gm.guild_id', '=', guild_id),
    )
    .select('p.user_id')
    .where('p.joining_id', '=', id)
    .where('p.was', '=', 'joined')
    .where('gm.status', '=', 'member')
    .where('gm.role', '=', 'student')
    .where('gm.origin', '=', 'school')
    .where('gm.joined_at', '=', created_at)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('announcement_replies as r')
            .innerJoin('announcements as a', 'a.id', 'r.announcement_id')
            .select('a.id')
            .whereRef('r.user_id', '=', 'p.user_id')
            .where('a.guild_id', '=', guild_id)
            .where('r.written_at', '>=', created_at),
        ),
      ),
    )
    .orderBy('p.user_id')
    .execute()
  return rows.map(({ user_id }) => user_id)
}

/** Students who were invited with a class and have not answered. */
export const unansweredOf = async (db: Db, joining: { id: number; guild_id: number }): Promise<number[]> => {
  const rows = await db
    .selectFrom('class_joining_people as p')
    .innerJoin('guild_invitations as gi', (join) =>
      join.onRef('gi.user_id', '=', 'p.user_id').on('gi.guild_id', '=', joining.guild_id),
    )
    .select('p.user_id')
    .distinct()
    .where('p.joining_id', '=', joining.id)
    .where('p.was', '=', 'invited')
    .where('gi.status', '=', 'waiting')
    .where('gi.role', '=', 'student')
    .orderBy('p.user_id')
    .execute()
  return rows.map(({ user_id }) => user_id)
}
