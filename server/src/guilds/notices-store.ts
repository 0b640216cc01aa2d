import { sql, type Selectable } from 'kysely'
import { pageOf, type PageRequest } from '../db/paging.ts'
import type { Db } from '../db/schema.ts'
import type { GuildCategoryTable } from './tables.ts'

const written = (db: Db) =>
  db
    .selectFrom('announcements as a')
    .leftJoin('users', 'users.id', 'a.author_id')
    .select(['a.id', 'a.title', 'a.content', 'a.content_html', 'a.created_at', 'users.nickname as author'])

/** Announcements of a guild, newest first. */
export const listAnnouncements = (db: Db, guild_id: number, page: PageRequest) =>
  pageOf(db, written(db).where('a.guild_id', '=', guild_id), [{ field: 'id', column: 'a.id', direction: 'desc' }], page)

export type WrittenAnnouncement = Awaited<ReturnType<typeof listAnnouncements>>['list'][number]

/** One announcement of a guild. */
export const findAnnouncement = (db: Db, guild_id: number, id: number): Promise<WrittenAnnouncement | undefined> =>
  written(db).where('a.guild_id', '=', guild_id).where('a.id', '=', id).executeTakeFirst()

type Words = { title: string; content: string; content_html: string; render_pending: number }

/** Writes an announcement; answers its id. */
export const insertAnnouncement = async (
  db: Db,
  row: Words & { guild_id: number; author_id: number; created_at: number },
): Promise<number> => (await db.insertInto('announcements').values(row).returning('id').executeTakeFirstOrThrow()).id

/** Changes an announcement of a guild, where the guild has one with this id. */
export const changeAnnouncement = async (db: Db, guild_id: number, id: number, words: Words): Promise<void> => {
  await db.updateTable('announcements').set(words).where('id', '=', id).where('guild_id', '=', guild_id).execute()
}

/** Removes an announcement; false where the guild has none with this id. */
export const removeAnnouncement = async (db: Db, guild_id: number, id: number): Promise<boolean> => {
  const { numDeletedRows } = await db
    .deleteFrom('announcements')
    .where('id', '=', id)
    .where('guild_id', '=', guild_id)
    .executeTakeFirst()
  return numDeletedRows > 0n
}

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

/** Makes a category, last of all. */
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

/** Removes a category: its guilds stay without one, those below it come up a level. */
export const removeCategory = async (db: Db, id: number): Promise<void> => {
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
