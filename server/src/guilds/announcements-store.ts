import { sql, type Expression, type Insertable, type Selectable, type SqlBool } from 'kysely'
import { pageOf, type PageRequest } from '../db/paging.ts'
import type { Db } from '../db/schema.ts'
import { isLeadOf } from './scope-store.ts'
import type { AnnouncementTable } from './tables.ts'

const columns = [
  'a.id',
  'a.title',
  'a.content',
  'a.content_html',
  'a.created_at',
  'a.publish_at',
  'a.published_at',
  'a.pinned',
  'a.pinned_until',
  'a.tells',
  'a.taken_back_at',
  'a.takes_replies',
  'a.edit_version',
  'users.nickname as author',
] as const

/** Whether the author of an announcement of alias `a` still leads its guild. */
const isAuthorHere = (): Expression<SqlBool> =>
  sql<SqlBool>`exists (select 1 from users as writer where writer.id = a.author_id and writer.status = 'normal'
    and ${isLeadOf(sql.ref<number>('writer.id'), 'a.guild_id')})`

const written = (db: Db) =>
  db
    .selectFrom('announcements as a')
    .leftJoin('users', 'users.id', 'a.author_id')
    .select([...columns])
    .select(sql<number>`case when a.published_at is null and not ${isAuthorHere()} then 1 else 0 end`.as('waits'))
    .select(
      sql<number>`(select count(*) from announcement_views as v
        join guild_members as gm on gm.user_id = v.user_id and gm.guild_id = a.guild_id
          and gm.status = 'member' and gm.role = 'student'
        where v.announcement_id = a.id)`.as('seen'),
    )
    .select(sql<number>`(select count(*) from announcement_replies as r where r.announcement_id = a.id)`.as('replied'))

/** Announcements of a guild, newest first. */
export const listAnnouncements = (db: Db, guild_id: number, page: PageRequest) =>
  pageOf(db, written(db).where('a.guild_id', '=', guild_id), [{ field: 'id', column: 'a.id', direction: 'desc' }], page)

export type WrittenAnnouncement = Awaited<ReturnType<typeof listAnnouncements>>['list'][number]

/** One announcement of a guild. */
export const findAnnouncement = (db: Db, guild_id: number, id: number): Promise<WrittenAnnouncement | undefined> =>
  written(db).where('a.guild_id', '=', guild_id).where('a.id', '=', id).executeTakeFirst()

/** Inserts an announcement that is not published; returns its id. */
export const insertAnnouncement = async (
  db: Db,
  row: Omit<Insertable<AnnouncementTable>, 'published_at'>,
): Promise<number> =>
  (
    await db
      .insertInto('announcements')
      .values({ ...row, published_at: null })
      .returning('id')
      .executeTakeFirstOrThrow()
  ).id

/** What tells a new announcement from another of the same author. */
type Same = Pick<
  Selectable<AnnouncementTable>,
  'guild_id' | 'author_id' | 'title' | 'content' | 'publish_at' | 'pinned' | 'tells' | 'takes_replies'
>

/** An announcement that is the same in everything and was made since a moment, unless it was taken back. */
export const findSameAnnouncement = async (db: Db, same: Same, since: number): Promise<number | undefined> => {
  const { publish_at, ...rest } = same
  const found = await db
    .selectFrom('announcements')
    .select('id')
    .where((where) => where.and(rest))
    .where('publish_at', publish_at === null ? 'is' : '=', publish_at)
    .where('created_at', '>=', since)
    .where('taken_back_at', 'is', null)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  return found?.id
}

type Words = { title: string; content: string; content_html: string; render_pending: number }
type When = {
  publish_at: number | null
  pinned: boolean
  pinned_until: number | null
  tells: boolean
  takes_replies: boolean
}

/**
 * Changes an announcement of a guild from the version that was read; false where it was changed meanwhile, or is gone.
 */
export const changeAnnouncement = async (
  db: Db,
  { guild_id, id, base_version }: { guild_id: number; id: number; base_version: number },
  change: Partial<Words & When & { author_id: number }>,
): Promise<boolean> => {
  const { numUpdatedRows } = await db
    .updateTable('announcements')
    .set((to) => ({ ...change, edit_version: to('edit_version', '+', 1) }))
    .where('id', '=', id)
    .where('guild_id', '=', guild_id)
    .where('edit_version', '=', base_version)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/**
 * Marks an announcement as published and returns it; undefined where it is published already, gone, or was postponed
 * after it was read.
 */
export const markPublished = (db: Db, id: number, now: number) =>
  db
    .updateTable('announcements')
    .set({ published_at: now })
    .where('id', '=', id)
    .where('published_at', 'is', null)
    .where((eb) => eb.or([eb('publish_at', 'is', null), eb('publish_at', '<=', now)]))
    .returning(['guild_id', 'title', 'pinned', 'tells'])
    .executeTakeFirst()

/** Leaves one announcement of a guild on top: other published ones are unpinned. */
export const pinAlone = async (db: Db, guild_id: number, id: number): Promise<void> => {
  await db
    .updateTable('announcements')
    .set({ pinned: false })
    .where('guild_id', '=', guild_id)
    .where('id', '!=', id)
    .where('published_at', 'is not', null)
    .where('pinned', '=', true)
    .execute()
}

/**
 * Takes back an announcement that was published after `since`; false where it is too late, or it was never published.
 */
export const markTakenBack = async (db: Db, id: number, since: number, now: number): Promise<boolean> => {
  const { numUpdatedRows } = await db
    .updateTable('announcements')
    .set({ taken_back_at: now, pinned: false })
    .where('id', '=', id)
    .where('published_at', '>', since)
    .where('taken_back_at', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows > 0n
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

/** Announcements whose time has come, in guilds that are active and that their authors still lead. */
export const listDueAnnouncements = (db: Db, now: number, limit: number) =>
  db
    .selectFrom('announcements as a')
    .innerJoin('guilds as g', 'g.id', 'a.guild_id')
    .select(['a.id', 'a.guild_id', 'g.name as guild'])
    .where('a.published_at', 'is', null)
    .where('a.publish_at', '<=', now)
    .where('g.status', '=', 'active')
    .where(isAuthorHere())
    .orderBy('a.publish_at')
    .limit(limit)
    .execute()

const students = (db: Db, guild_id: number) =>
  db
    .selectFrom('guild_members as gm')
    .where('gm.guild_id', '=', guild_id)
    .where('gm.status', '=', 'member')
    .where('gm.role', '=', 'student')

/** The students of a guild. */
export const studentsOf = async (db: Db, guild_id: number): Promise<number[]> =>
  (await students(db, guild_id).select('gm.user_id').execute()).map(({ user_id }) => user_id)

/**
 * The number of students an announcement would reach, the number of those who also get it by mail, and the announcement
 * that is on top now.
 */
export const reachOf = async (db: Db, guild_id: number, now: number) => {
  const { members, mail } = await students(db, guild_id)
    .innerJoin('users', 'users.id', 'gm.user_id')
    .leftJoin('notice_settings as s', (join) => join.onRef('s.user_id', '=', 'gm.user_id').on('s.topic', '=', 'tasks'))
    .select([
      sql<number>`count(*)`.as('members'),
      sql<number>`count(case when s.mail and users.email_confirmed and users.status = 'normal' then 1 end)`.as('mail'),
    ])
    .executeTakeFirstOrThrow()
  const pinned = await db
    .selectFrom('announcements')
    .select(['id', 'title'])
    .where('guild_id', '=', guild_id)
    .where('published_at', 'is not', null)
    .where('pinned', '=', true)
    .where((eb) => eb.or([eb('pinned_until', 'is', null), eb('pinned_until', '>', now)]))
    .orderBy('id', 'desc')
    .executeTakeFirst()
  return { members: Number(members), mail: Number(mail), pinned: pinned ?? null }
}

/**
 * Records that a user has had announcements of a guild on their screen; announcements that are unpublished, or of
 * another guild, are left out.
 */
export const noteSeen = async (
  db: Db,
  { guild_id, user_id, ids, now }: { guild_id: number; user_id: number; ids: readonly number[]; now: number },
): Promise<void> => {
  if (ids.length === 0) return
  const rows = await db
    .selectFrom('announcements')
    .select('id')
    .where('guild_id', '=', guild_id)
    .where('id', 'in', ids)
    .where('published_at', 'is not', null)
    .where('taken_back_at', 'is', null)
    .execute()
  if (rows.length === 0) return
  await db
    .insertInto('announcement_views')
    .values(rows.map(({ id }) => ({ announcement_id: id, user_id, seen_at: now })))
    .onConflict((conflict) => conflict.columns(['announcement_id', 'user_id']).doNothing())
    .execute()
}
