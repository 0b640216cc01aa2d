import { sql, type Selectable } from 'kysely'
import type { Db } from '../db/schema.ts'
import { lockGuilds } from './lock-store.ts'
import type { GuildCategoryTable } from './tables.ts'

export type Category = Pick<
  Selectable<GuildCategoryTable>,
  'id' | 'pid' | 'name' | 'description' | 'hue' | 'visible'
> & { guild_count: number }

/** All categories in order, hidden ones too. */
export const allCategories = async (db: Db): Promise<Category[]> => {
  const rows = await db
    .selectFrom('guild_categories as gc')
    .select(['gc.id', 'gc.pid', 'gc.name', 'gc.description', 'gc.hue', 'gc.visible'])
    .select(sql<number>`(select count(*) from guilds where guilds.category_id = gc.id)`.as('guild_count'))
    .orderBy('gc.weigh', 'desc')
    .orderBy('gc.id')
    .execute()
  return rows.map((row) => ({ ...row, visible: Boolean(row.visible), guild_count: Number(row.guild_count) }))
}

type CategoryWords = Pick<Category, 'pid' | 'name' | 'description' | 'hue' | 'visible'>

/** Adds a category at the end of the order. */
export const insertCategory = async (db: Db, words: CategoryWords): Promise<void> => {
  await db
    .insertInto('guild_categories')
    .values((eb) => ({
      ...words,
      weigh: eb.selectFrom('guild_categories').select(sql<number>`coalesce(min(weigh), 0) - 1`.as('least')),
    }))
    .execute()
}

/** Changes a category. */
export const changeCategory = async (db: Db, id: number, words: CategoryWords): Promise<void> => {
  await db.updateTable('guild_categories').set(words).where('id', '=', id).execute()
}

/** Removes a category: its guilds have none then, its subcategories move up a level. */
export const removeCategory = async (db: Db, id: number): Promise<void> => {
  const guilds = await db.selectFrom('guilds').select('id').where('category_id', '=', id).execute()
  await lockGuilds(
    db,
    guilds.map((guild) => guild.id),
  )
  await db.updateTable('guilds').set({ category_id: null }).where('category_id', '=', id).execute()
  await db.updateTable('guild_categories').set({ pid: 0 }).where('pid', '=', id).execute()
  await db.deleteFrom('guild_categories').where('id', '=', id).execute()
}

/** Puts categories into an order, the first heaviest. */
export const orderCategories = async (db: Db, ids: readonly number[]): Promise<void> => {
  for (const [place, id] of ids.entries())
    await db
      .updateTable('guild_categories')
      .set({ weigh: ids.length - place })
      .where('id', '=', id)
      .execute()
}
