import { sql } from 'kysely'
import type { Db } from '../db/schema.ts'

/**
 * The first announcements of a guild as one member sees them, the pinned one first, then the newest; and how many there
 * are.
 */
export const latestAnnouncements = async (
  db: Db,
  { guild_id, user_id, now }: { guild_id: number; user_id: number; now: number },
  limit: number,
) => {
  const onTop = sql<number>`case when pinned and (pinned_until is null or pinned_until > ${now}) then 1 else 0 end`
  const seen = sql<number>`(select count(*) from announcement_views as v
    where v.announcement_id = announcements.id and v.user_id = ${user_id})`
  const rows = await db
    .selectFrom('announcements')
    .leftJoin('announcement_replies as own', (join) =>
      join.onRef('own.announcement_id', '=', 'announcements.id').on('own.user_id', '=', user_id),
    )
    .innerJoin('guilds', 'guilds.id', 'announcements.guild_id')
    .select(['takes_replies', 'own.content as reply', 'guilds.status as guild_status'])
    .select([
      'announcements.id',
      'title',
      'content_html',
      'published_at',
      'taken_back_at',
      onTop.as('on_top'),
      seen.as('seen'),
      sql<number>`count(*) over ()`.as('total'),
    ])
    .where('guild_id', '=', guild_id)
    .where('published_at', 'is not', null)
    .where((eb) => eb.or([eb('taken_back_at', 'is', null), eb(seen, '>', 0)]))
    .orderBy(onTop, 'desc')
    .orderBy('published_at', 'desc')
    .orderBy('announcements.id', 'desc')
    .limit(limit)
    .execute()
  const list = rows.map(
    ({ taken_back_at, on_top, seen, content_html, published_at, takes_replies, guild_status, ...row }) => ({
      ...row,
      created_at: published_at ?? 0,
      content_html: taken_back_at === null ? content_html : '',
      pinned: Number(on_top) === 1,
      taken_back: taken_back_at !== null,
      seen: Number(seen) > 0,
      takes_replies: !!takes_replies && taken_back_at === null && guild_status === 'active',
    }),
  )
  return { list, total: Number(rows[0]?.total ?? 0) }
}
