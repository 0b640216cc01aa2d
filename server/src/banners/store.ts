import type { Insertable } from 'kysely'
import type { Db, Schema } from '../db/schema.ts'

/** The banners shown at a moment, for everyone or for a guild this person is in, heaviest first. */
export const activeBanners = (db: Db, user_id: number, now: number) =>
  db
    .selectFrom('banners')
    .leftJoin('files', (join) => join.onRef('files.id', '=', 'banners.image_file_id').on('files.status', '=', 'ready'))
    .select([
      'banners.id',
      'title',
      'subtitle',
      'art',
      'alt',
      'link',
      'link_text',
      'weigh',
      'begin_at',
      'end_at',
      'files.id as image_file_id',
    ])
    .where('visible', '=', true)
    .where((where) => where.or([where('begin_at', 'is', null), where('begin_at', '<=', now)]))
    .where((where) => where.or([where('end_at', 'is', null), where('end_at', '>', now)]))
    .where((where) =>
      where.or([
        where('guild_id', 'is', null),
        where(
          'guild_id',
          'in',
          where
            .selectFrom('guild_members as gm')
            .innerJoin('guilds', 'guilds.id', 'gm.guild_id')
            .select('gm.guild_id')
            .where('gm.user_id', '=', user_id)
            .where('gm.status', '=', 'member')
            .where('guilds.status', '=', 'active'),
        ),
      ]),
    )
    .orderBy('weigh', 'desc')
    .orderBy('banners.id')
    .limit(20)
    .execute()

/** All banners as administrators arrange them: in the order of the square, each with the name of its guild. */
export const allBanners = (db: Db, limit: number) =>
  db
    .selectFrom('banners')
    .leftJoin('guilds', 'guilds.id', 'banners.guild_id')
    .select([
      'banners.id',
      'title',
      'subtitle',
      'image_file_id',
      'art',
      'alt',
      'link',
      'link_text',
      'weigh',
      'guild_id',
      'begin_at',
      'end_at',
      'visible',
    ])
    .select(['banners.demo', 'guilds.name as guild'])
    .orderBy('weigh', 'desc')
    .orderBy('banners.id')
    .limit(limit)
    .execute()

type Written = Omit<Insertable<Schema['banners']>, 'id' | 'demo'>

export const insertBanner = async (db: Db, banner: Written): Promise<void> => {
  await db.insertInto('banners').values(banner).execute()
}

export const changeBanner = async (db: Db, id: number, banner: Omit<Written, 'weigh'>): Promise<void> => {
  await db.updateTable('banners').set(banner).where('id', '=', id).execute()
}

/** Removes a banner; returns false if it was already gone. */
export const removeBanner = async (db: Db, id: number): Promise<boolean> => {
  const { numDeletedRows } = await db.deleteFrom('banners').where('id', '=', id).executeTakeFirst()
  return numDeletedRows > 0n
}

/** Sets the weights of banners by their order: the first is the heaviest. */
export const orderBanners = async (db: Db, ids: readonly number[]): Promise<void> => {
  for (const [place, id] of ids.entries())
    await db
      .updateTable('banners')
      .set({ weigh: ids.length - place })
      .where('id', '=', id)
      .execute()
}
