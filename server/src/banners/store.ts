import type { Db } from '../db/schema.ts'

/** The banners shown at a moment, for everyone or for a guild this person is in, heaviest first. */
export const activeBanners = (db: Db, user_id: number, now: number) =>
  db
    .selectFrom('banners')
    .leftJoin('files', (join) => join.onRef('files.id', '=', 'banners.image_file_id').on('files.status', '=', 'ready'))
    .select(['banners.id', 'title', 'subtitle', 'art', 'alt', 'link', 'link_text', 'weigh', 'begin_at', 'end_at', 'files.id as image_file_id'])
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
