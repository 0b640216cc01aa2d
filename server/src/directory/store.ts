import { sql, type SqlBool } from 'kysely'
import { pageOf, type PageRequest } from '../db/paging.ts'
import type { Db } from '../db/schema.ts'
import { visibleTo } from '../guilds/store.ts'

export type GuildFilter = { scope?: 'mine' | 'joinable' | 'all'; cate_id?: number; keyword?: string }

/** Guilds a person may know of, each with their own part in it: what cards are made of. */
const known = (db: Db, user_id: number) =>
  db
    .selectFrom('guilds')
    .leftJoin('guild_members as own', (join) => join.onRef('own.guild_id', '=', 'guilds.id').on('own.user_id', '=', user_id))
    .leftJoin('guild_categories as gc', 'gc.id', 'guilds.category_id')
    .select([
      'guilds.id',
      'guilds.name',
      'guilds.hue',
      'guilds.glyph',
      'guilds.intro',
      'guilds.category_id',
      'gc.name as category',
      'guilds.member_count',
      'guilds.capacity',
      'guilds.join_policy',
      'own.status as my_status',
      'own.role as my_role',
    ])
    // Mine come first, then those where I wait.
    .select(sql<number>`case own.status when 'member' then 0 when 'pending' then 1 else 2 end`.as('rank'))
    .where(visibleTo(user_id))

export type KnownGuild = Awaited<ReturnType<typeof listGuilds>>['list'][number]

/** Characters that mean something in a pattern are looked for as they are. */
const pattern = (keyword: string): string =>
  `%${keyword
    .trim()
    .toLowerCase()
    .replaceAll(/[\\%_]/g, '\\$&')}%`

/** One page of the guilds a person may know of, mine first. Archived ones show to their members only. */
export const listGuilds = (db: Db, user_id: number, { scope = 'all', cate_id, keyword = '' }: GuildFilter, page: PageRequest) => {
  let guilds = known(db, user_id).where((where) => where.or([where('guilds.status', '=', 'active'), where('own.status', '=', 'member')]))
  if (scope === 'mine') guilds = guilds.where('own.status', '=', 'member')
  if (scope === 'joinable') {
    guilds = guilds
      .where((where) => where.or([where('own.status', 'is', null), where('own.status', 'not in', ['member', 'pending'])]))
      .where('guilds.join_policy', '<>', 'closed')
      .where((where) => where.or([where('guilds.capacity', 'is', null), where('guilds.member_count', '<', where.ref('guilds.capacity'))]))
  }
  if (cate_id !== undefined) guilds = guilds.where((where) => where.or([where('gc.id', '=', cate_id), where('gc.pid', '=', cate_id)]))
  if (keyword.trim() !== '') {
    const text = pattern(keyword)
    guilds = guilds.where(sql<boolean>`(lower(guilds.name) like ${text} escape '\\' or lower(guilds.intro) like ${text} escape '\\')`)
  }
  const found = db.selectFrom(guilds.as('found')).selectAll()
  return pageOf(
    db,
    found,
    [
      { field: 'rank', direction: 'asc' },
      { field: 'id', direction: 'asc' },
    ],
    page,
  )
}

/** One guild a person may know of, with the text of its own page. */
export const findGuildPage = (db: Db, id: number, user_id: number) =>
  known(db, user_id)
    .select(['guilds.description_html', 'guilds.anonymous_allowed', 'guilds.ranking_mode', 'guilds.gallery', 'own.joined_at'])
    .where('guilds.id', '=', id)
    .executeTakeFirst()

export type GuildPage = NonNullable<Awaited<ReturnType<typeof findGuildPage>>>

/** The first teacher of each of these guilds, by nickname. */
export const teachersOf = async (db: Db, guild_ids: readonly number[]): Promise<Map<number, string>> => {
  if (guild_ids.length === 0) return new Map()
  const rows = await db
    .selectFrom('guild_members as gm')
    .innerJoin('users', 'users.id', 'gm.user_id')
    .select(['gm.guild_id', 'gm.status', 'users.nickname'])
    .where('gm.guild_id', 'in', guild_ids)
    // Fixed words, for the index of teachers; with the status in it, SQLite would read all members instead.
    .where(sql<SqlBool>`gm.role = 'teacher'`)
    .orderBy('gm.id', 'desc')
    .execute()
  return new Map(rows.filter(({ status }) => status === 'member').map(({ guild_id, nickname }) => [guild_id, nickname]))
}

/** The dates of the published tasks of these guilds: how many are open is a question of the clock. */
export const tasksOf = async (db: Db, guild_ids: readonly number[]) =>
  guild_ids.length === 0
    ? []
    : db
        .selectFrom('tasks')
        .select(['guild_id', 'type', 'status', 'open_at', 'due_at', 'close_at', 'closed_at', 'late_rule'])
        .where('guild_id', 'in', guild_ids)
        .where('status', 'in', ['scheduled', 'open', 'closed'])
        .execute()

/** What a student has under way in these guilds, with what decides when it is due. */
export const underWay = async (db: Db, user_id: number, guild_ids: readonly number[]) =>
  guild_ids.length === 0
    ? []
    : db
        .selectFrom('enrolments as e')
        .innerJoin('tasks', 'tasks.id', 'e.task_id')
        .select([
          'e.guild_id',
          'e.task_id',
          'tasks.title',
          'e.state',
          'e.extended_until',
          'e.return_due_at',
          'e.reopened_from',
          'e.percent_final',
          'e.draft_saved_at',
        ])
        .select([
          'tasks.status',
          'tasks.open_at',
          'tasks.due_at',
          'tasks.close_at',
          'tasks.closed_at',
          'tasks.late_rule',
          'tasks.pass_line',
          'tasks.submit_drafts',
        ])
        .where('e.user_id', '=', user_id)
        .where('e.guild_id', 'in', guild_ids)
        .where('e.state', 'in', ['doing', 'returned'])
        .where('tasks.status', 'in', ['scheduled', 'open', 'closed'])
        .execute()

/** The visible categories by weight, heaviest first. */
export const listCategories = (db: Db) =>
  db
    .selectFrom('guild_categories')
    .select(['id', 'pid', 'name', 'hue', 'description', 'weigh'])
    .where('visible', '=', true)
    .orderBy('weigh', 'desc')
    .orderBy('id')
    .execute()

// Fixed words, not parameters: the index of public guilds by size is used for nothing else.
const isPublic = sql<SqlBool>`guilds.status = 'active' and guilds.visibility = 'public' and guilds.category_id is not null`

const tile = ['guilds.id', 'guilds.name', 'guilds.hue', 'guilds.glyph', 'guilds.member_count', 'own.status as my_status', 'guilds.visibility'] as const

/** The largest public guilds of each category, with a person's own part in them: so many of each, however many there are. */
export const largestByCategory = (db: Db, user_id: number, each: number) =>
  db
    .selectFrom('guild_categories as gc')
    .innerJoin('guilds', (join) =>
      join.on('guilds.id', 'in', (eb) =>
        eb
          .selectFrom('guilds')
          .select('guilds.id')
          .whereRef('guilds.category_id', '=', 'gc.id')
          .where(isPublic)
          .orderBy('guilds.member_count', 'desc')
          .orderBy('guilds.id')
          .limit(each),
      ),
    )
    .leftJoin('guild_members as own', (join) => join.onRef('own.guild_id', '=', 'guilds.id').on('own.user_id', '=', user_id))
    .select(tile)
    .select('gc.id as category_id')
    .execute()

/** A guild as the tile of its category shows it. */
export type CategoryGuild = Awaited<ReturnType<typeof largestByCategory>>[number]

/** The active guilds in categories that a person is in or waits for, public or not. */
export const ownByCategory = (db: Db, user_id: number): Promise<CategoryGuild[]> =>
  db
    .selectFrom('guild_members as own')
    .innerJoin('guilds', 'guilds.id', 'own.guild_id')
    .innerJoin('guild_categories as gc', 'gc.id', 'guilds.category_id')
    .select(tile)
    .select('gc.id as category_id')
    .where('own.user_id', '=', user_id)
    .where('own.status', 'in', ['member', 'pending'])
    .where('guilds.status', '=', 'active')
    .execute()

/** How many public guilds each category has: read in the index alone. */
export const countByCategory = async (db: Db): Promise<Map<number, number>> => {
  const rows = await db
    .selectFrom('guilds')
    .select([sql<number>`guilds.category_id`.as('category_id'), sql<number>`count(*)`.as('count')])
    .where(isPublic)
    .groupBy('guilds.category_id')
    .execute()
  return new Map(rows.map(({ category_id, count }) => [category_id, Number(count)]))
}

/** The staff of a guild, teachers first; `id` is the membership's. */
export const listStaff = (db: Db, guild_id: number) =>
  db
    .selectFrom('guild_members as gm')
    .innerJoin('users', 'users.id', 'gm.user_id')
    .select(['gm.id', 'users.nickname', 'users.avatar_file_id', 'gm.title', 'gm.role'])
    .where('gm.guild_id', '=', guild_id)
    .where('gm.status', '=', 'member')
    .where('gm.role', 'in', ['teacher', 'assistant'])
    .orderBy('gm.role', 'desc')
    .orderBy('gm.id')
    .execute()

/** The first students of a guild as their fellows see them. */
export const listStudents = (db: Db, guild_id: number, limit: number) =>
  db
    .selectFrom('guild_members as gm')
    .innerJoin('users', 'users.id', 'gm.user_id')
    .leftJoin('ledger_totals', 'ledger_totals.user_id', 'gm.user_id')
    .select(['users.nickname', 'users.avatar_file_id', 'ledger_totals.experience'])
    .where('gm.guild_id', '=', guild_id)
    .where('gm.status', '=', 'member')
    .where('gm.role', '=', 'student')
    .orderBy('gm.id')
    .limit(limit)
    .execute()

/** The latest announcements of a guild. */
export const latestAnnouncements = (db: Db, guild_id: number, limit: number) =>
  db
    .selectFrom('announcements')
    .select(['id', 'title', 'content_html', 'created_at'])
    .where('guild_id', '=', guild_id)
    .orderBy('id', 'desc')
    .limit(limit)
    .execute()

/** The score somebody earned with the tasks of one guild. */
export const scoreIn = async (db: Db, guild_id: number, user_id: number): Promise<number> => {
  const row = await db
    .selectFrom('ledger_entries')
    .select(sql<number>`cast(coalesce(sum(points), 0) as bigint)`.as('score'))
    .where('user_id', '=', user_id)
    .where('guild_id', '=', guild_id)
    .where('ledger', '=', 'score')
    .executeTakeFirstOrThrow()
  return Number(row.score)
}
