import { flagOf } from '@tongchuang/contract/flags.ts'
import { sql, type Insertable, type SqlBool } from 'kysely'
import type { Db } from '../db/schema.ts'
import type { Flag } from './flag-rules.ts'
import { isStaffOf } from './scope-store.ts'
import type { FlagChangeTable } from './tables.ts'

/**
 * The looks of all guilds' flags, each once; for the transaction that adds another. Updating the newest guild's row
 * first makes concurrent creations of guilds wait for each other: of two at once, the second sees what the first has
 * taken.
 */
export const takenFlags = async (db: Db): Promise<Flag[]> => {
  await db
    .updateTable('guilds')
    .set((eb) => ({ flag: eb.ref('flag') }))
    .where('id', '=', (eb) => eb.selectFrom('guilds').select((one) => one.fn.max('id').as('newest')))
    .execute()
  return db.selectFrom('guilds').select(['glyph', 'flag']).distinct().execute()
}

/**
 * Other active guilds with the same look, and those of the same category that differ in one feature, at most five; with
 * whether the reader may know of them.
 */
export const flagsLike = (
  db: Db,
  { guild_id, category_id, user_id }: { guild_id: number; category_id: number | null; user_id: number },
  wanted: Flag,
) => {
  const { shape, pattern } = flagOf(wanted.flag)
  const hasShape = sql<SqlBool>`guilds.flag like ${`${shape}-%`}`
  const hasPattern = sql<SqlBool>`guilds.flag like ${`%-${pattern}-%`}`
  const hasGlyph = sql<SqlBool>`guilds.glyph = ${wanted.glyph}`
  return db
    .selectFrom('guilds')
    .select(['guilds.name', 'guilds.glyph', 'guilds.flag'])
    .select(
      sql<number>`case when guilds.visibility = 'public' or ${isStaffOf(user_id, 'guilds.id')} then 1 else 0 end`.as(
        'is_known',
      ),
    )
    .where('guilds.status', '=', 'active')
    .where('guilds.id', '!=', guild_id)
    .where(
      sql<SqlBool>`(${hasShape} and ${hasPattern} and ${hasGlyph} or guilds.category_id = ${category_id}
        and (${hasShape} and ${hasPattern} or ${hasShape} and ${hasGlyph} or ${hasPattern} and ${hasGlyph}))`,
    )
    .orderBy('guilds.id')
    .limit(5)
    .execute()
}

/** Records a change of a flag. */
export const recordFlag = async (db: Db, change: Insertable<FlagChangeTable>): Promise<void> => {
  await db.insertInto('flag_changes').values(change).execute()
}

/** The flags a guild has had, newest first. */
export const flagsOf = (db: Db, guild_id: number) =>
  db
    .selectFrom('flag_changes')
    .leftJoin('users', 'users.id', 'flag_changes.actor_id')
    .select([
      'flag_changes.id',
      'flag_changes.hue',
      'flag_changes.glyph',
      'flag_changes.flag',
      'flag_changes.motto',
      'users.nickname as actor',
      'flag_changes.at',
    ])
    .where('flag_changes.guild_id', '=', guild_id)
    .orderBy('flag_changes.id', 'desc')
    .limit(20)
    .execute()
