import { sql, type Selectable } from 'kysely'
import { holdAccount } from '../../accounts/log-in-store.ts'
import type { Db } from '../../db/schema.ts'
import { isLeadOf } from '../../guilds/scope-store.ts'
import type { CriteriaSetTable } from '../tables.ts'

export type StoredSet = Selectable<CriteriaSetTable>

/** One's own sets, and those shared in a guild; newest first, at most 100. */
export const listSets = (db: Db, user_id: number, guild_id: number | null): Promise<StoredSet[]> =>
  db
    .selectFrom('criteria_sets')
    .selectAll()
    .where((where) =>
      guild_id === null
        ? where('user_id', '=', user_id)
        : where.or([where('user_id', '=', user_id), where('guild_id', '=', guild_id)]),
    )
    .orderBy('id', 'desc')
    .limit(100)
    .execute()

/** Stores a set; undefined where its owner already has the maximum number. Call it in a transaction. */
export const keepSet = async (db: Db, set: Omit<StoredSet, 'id'>, most: number): Promise<StoredSet | undefined> => {
  await holdAccount(db, { user_id: set.user_id })
  const { count } = await db
    .selectFrom('criteria_sets')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('user_id', '=', set.user_id)
    .executeTakeFirstOrThrow()
  if (Number(count) >= most) return undefined
  return db.insertInto('criteria_sets').values(set).returningAll().executeTakeFirstOrThrow()
}

// Somebody who was dismissed must not write into a guild by what they shared there: what they change leaves it.
const sharedStill = (user_id: number) =>
  sql<number | null>`case when ${isLeadOf(user_id, 'criteria_sets.guild_id')} then criteria_sets.guild_id end`

/** Changes a set of one's own, which stays shared only where its owner still leads; undefined where there is none. */
export const changeSet = (
  db: Db,
  { id, user_id, changes }: { id: number; user_id: number; changes: Partial<Pick<StoredSet, 'title' | 'guild_id'>> },
): Promise<StoredSet | undefined> =>
  db
    .updateTable('criteria_sets')
    .set({ guild_id: sharedStill(user_id), ...changes })
    .where((where) => where.and({ id, user_id }))
    .returningAll()
    .executeTakeFirst()

/** Removes a set of one's own; false where there is none. */
export const removeSet = async (db: Db, id: number, user_id: number): Promise<boolean> => {
  const { numDeletedRows } = await db
    .deleteFrom('criteria_sets')
    .where((where) => where.and({ id, user_id }))
    .executeTakeFirst()
  return numDeletedRows > 0n
}

/** Removes all sets of somebody whose data is to go. */
export const eraseSets = async (db: Db, user_id: number): Promise<void> => {
  await db.deleteFrom('criteria_sets').where('user_id', '=', user_id).execute()
}
