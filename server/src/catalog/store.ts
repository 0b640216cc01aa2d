import { sql, type SqlBool } from 'kysely'
import { contains } from '../db/contains.ts'
import { pinyinPattern } from '../db/pinyin.ts'
import { pageOf, type PageRequest, type Reach } from '../db/paging.ts'
import type { Db } from '../db/schema.ts'
import { nicknameTo } from '../guilds/name-store.ts'
import { visibleTo } from '../guilds/store.ts'

export type GuildFilter = { scope?: 'mine' | 'joinable' | 'all'; cate_id?: number; keyword?: string }

const emblem = ['guilds.hue', 'guilds.glyph', 'guilds.flag'] as const

const shown = [
  'guilds.id',
  'guilds.name',
  ...emblem,
  'guilds.motto',
  'guilds.subject',
  'guilds.intro',
  'guilds.category_id',
  'gc.name as category',
  'guilds.member_count',
  'guilds.capacity',
  'guilds.join_policy',
  'guilds.status',
  'own.status as my_status',
  'own.role as my_role',
] as const

const within = (cate_id: number) =>
  sql`guilds.category_id in (select gc.id from guild_categories as gc where gc.id = ${cate_id} or gc.pid = ${cate_id})`
/** Whether a guild matches a keyword by its name, the pinyin of its name, its introduction or the name of a teacher. */
const says = (db: Db, keyword: string) => {
  const sounds = pinyinPattern(keyword)
  // Literals, not parameters, so that the index of teachers is used.
  const teachers = sql`select 1 from guild_members as gm inner join users on users.id = gm.user_id
    where gm.guild_id = guilds.id and gm.role = 'teacher' and gm.status = 'member' and ${contains(db, 'users.nickname', keyword)}`
  return sql`(${contains(db, 'guilds.name', keyword)} or ${contains(db, 'guilds.intro', keyword)}
    ${sounds === null ? sql`` : sql`or guilds.name_pinyin like ${sounds}`} or exists (${teachers}))`
}

/**
 * The guilds visible to a user, in order: those they are a member of, the archived ones last, then those they asked to
 * join, then the active public ones by their index, which `reach` keeps from being read further than a page goes.
 */
const placed = (db: Db, user_id: number, filter: GuildFilter, reach: Reach | null) => {
  const { scope = 'all', cate_id, keyword = '' } = filter
  const meets = sql`${cate_id === undefined ? sql`1 = 1` : within(cate_id)} and ${keyword.trim() === '' ? sql`1 = 1` : says(db, keyword)}`
  const own = sql`select guilds.id, case when own.status <> 'member' then 2 when guilds.status = 'active' then 0 else 1 end as rank
    from guild_members as own inner join guilds on guilds.id = own.guild_id where own.user_id = ${user_id}
    and (own.status = 'member' ${scope === 'mine' ? sql`` : sql`or own.status = 'pending' and guilds.status = 'active'`}) and ${meets}`
  const hasRoom = sql`guilds.join_policy <> 'closed' and (guilds.capacity is null or guilds.member_count < guilds.capacity)`
  // The condition matches that of the index of public active guilds.
  const others = sql`select guilds.id, 3 as rank from guilds where guilds.status = 'active' and guilds.visibility = 'public'
    and guilds.id not in (select own.guild_id from guild_members as own where own.user_id = ${user_id} and own.status in ('member', 'pending'))
    and ${scope === 'joinable' ? hasRoom : sql`1 = 1`} and ${meets}`
  const [rank, id] = reach?.behind ?? []
  // Once a page begins within the public guilds, only public guilds follow.
  const begin = rank === 3 && id !== undefined ? sql`and guilds.id > ${id}` : sql``
  const first = reach
    ? sql`select id, rank from (${others} ${begin} order by guilds.id limit ${sql.lit(reach.rows)}) as first`
    : others
  return sql<{
    id: number
    rank: number
  }>`(${scope === 'mine' ? own : scope === 'joinable' ? first : sql`${own} union all ${first}`})`.as<'found'>(
    sql.ref('found'),
  )
}

/** One page of the guilds visible to a user, their own first. Archived ones are visible to their members only. */
export const listGuilds = (db: Db, user_id: number, filter: GuildFilter, page: PageRequest) => {
  const rows = (reach: Reach) =>
    db
      .selectFrom(placed(db, user_id, filter, reach))
      .innerJoin('guilds', 'guilds.id', 'found.id')
      .leftJoin('guild_members as own', (join) =>
        join.onRef('own.guild_id', '=', 'guilds.id').on('own.user_id', '=', user_id),
      )
      .leftJoin('guild_categories as gc', 'gc.id', 'guilds.category_id')
      .select(shown)
      .select('found.rank')
  return pageOf(
    db,
    rows,
    [
      { field: 'rank', column: 'found.rank', direction: 'asc' },
      { field: 'id', column: 'found.id', direction: 'asc' },
    ],
    page,
    db.selectFrom(placed(db, user_id, filter, null)),
  )
}

export type KnownGuild = Omit<Awaited<ReturnType<typeof listGuilds>>['list'][number], 'rank'>

/** One guild visible to a user, with the text of its own page. */
export const findGuildPage = (db: Db, id: number, user_id: number) =>
  db
    .selectFrom('guilds')
    .leftJoin('guild_members as own', (join) =>
      join.onRef('own.guild_id', '=', 'guilds.id').on('own.user_id', '=', user_id),
    )
    .leftJoin('guild_categories as gc', 'gc.id', 'guilds.category_id')
    .select(shown)
    .select([
      'guilds.description_html',
      'guilds.anonymous_allowed',
      'guilds.ranking_mode',
      'guilds.gallery',
      'own.joined_at',
    ])
    .where(visibleTo(user_id))
    .where('guilds.id', '=', id)
    .executeTakeFirst()

export type GuildPage = NonNullable<Awaited<ReturnType<typeof findGuildPage>>>

/** The nickname of the first teacher of each of these guilds, by guild id. */
export const teachersOf = async (db: Db, guild_ids: readonly number[]): Promise<Map<number, string>> => {
  if (guild_ids.length === 0) return new Map()
  const rows = await db
    .selectFrom('guild_members as gm')
    .innerJoin('users', 'users.id', 'gm.user_id')
    .select(['gm.guild_id', 'gm.status', 'users.nickname'])
    .where('gm.guild_id', 'in', guild_ids)
    // A literal, so that the index of teachers is used; with the status in it, SQLite would read all members instead.
    .where(sql<SqlBool>`gm.role = 'teacher'`)
    .orderBy('gm.id', 'desc')
    .execute()
  return new Map(rows.filter(({ status }) => status === 'member').map(({ guild_id, nickname }) => [guild_id, nickname]))
}

/** The dates of the published tasks of these guilds, from which the caller computes how many are open now. */
export const tasksOf = async (db: Db, guild_ids: readonly number[]) =>
  guild_ids.length === 0
    ? []
    : db
        .selectFrom('tasks')
        .select(['guild_id', 'type', 'status', 'open_at', 'due_at', 'close_at', 'closed_at', 'late_rule'])
        .where('guild_id', 'in', guild_ids)
        .where('status', 'in', ['scheduled', 'open', 'closed'])
        .execute()

/**
 * The tasks a student has under way in those of these guilds that are active, with all that decides when they are due.
 */
export const underWay = async (db: Db, user_id: number, guild_ids: readonly number[]) =>
  guild_ids.length === 0
    ? []
    : db
        .selectFrom('enrolments as e')
        .innerJoin('tasks', 'tasks.id', 'e.task_id')
        .innerJoin('guilds', 'guilds.id', 'e.guild_id')
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
          'tasks.late_percent',
          'tasks.late_cap',
          'tasks.pass_line',
          'tasks.submit_drafts',
        ])
        .where('e.user_id', '=', user_id)
        .where('e.guild_id', 'in', guild_ids)
        .where('e.state', 'in', ['doing', 'returned'])
        .where('tasks.status', 'in', ['scheduled', 'open', 'closed', 'archived'])
        .where('guilds.status', '=', 'active')
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

// Literals, not parameters: otherwise the index of public guilds by size is not used.
const isPublic = sql<SqlBool>`guilds.status = 'active' and guilds.visibility = 'public' and guilds.category_id is not null`

const tile = [
  'guilds.id',
  'guilds.name',
  ...emblem,
  'guilds.member_count',
  'own.status as my_status',
  'guilds.visibility',
] as const

/**
 * The largest public guilds of each category, with the user's membership: `each` per category, regardless of how many
 * there are.
 */
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
    .leftJoin('guild_members as own', (join) =>
      join.onRef('own.guild_id', '=', 'guilds.id').on('own.user_id', '=', user_id),
    )
    .select(tile)
    .select('gc.id as category_id')
    .execute()

/** A guild as the tile of its category shows it. */
export type CategoryGuild = Awaited<ReturnType<typeof largestByCategory>>[number]

/** The active guilds in categories that a user is in or asked to join, public or not. */
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

/** The number of public guilds in each category, read from the index alone. */
export const countByCategory = async (db: Db): Promise<Map<number, number>> => {
  const rows = await db
    .selectFrom('guilds')
    .select([sql<number>`guilds.category_id`.as('category_id'), sql<number>`count(*)`.as('count')])
    .where(isPublic)
    .groupBy('guilds.category_id')
    .execute()
  return new Map(rows.map(({ category_id, count }) => [category_id, Number(count)]))
}

/** The staff of a guild with the names the reader may see, teachers first; `id` is that of the membership. */
export const listStaff = (db: Db, guild_id: number, reader_id: number) =>
  db
    .selectFrom('guild_members as gm')
    .innerJoin('users', 'users.id', 'gm.user_id')
    .select(['gm.id', 'users.avatar_file_id', 'users.head', 'gm.title', 'gm.role'])
    .select(nicknameTo(reader_id).as('nickname'))
    .where('gm.guild_id', '=', guild_id)
    .where('gm.status', '=', 'member')
    .where('gm.role', 'in', ['teacher', 'assistant'])
    .orderBy('gm.role', 'desc')
    .orderBy('gm.id')
    .execute()

/** The first students of a guild as other members see them. */
export const listStudents = (db: Db, guild_id: number, limit: number) =>
  db
    .selectFrom('guild_members as gm')
    .innerJoin('users', 'users.id', 'gm.user_id')
    .leftJoin('ledger_totals', 'ledger_totals.user_id', 'gm.user_id')
    .select(['users.nickname', 'users.avatar_file_id', 'users.head', 'ledger_totals.experience'])
    .where('gm.guild_id', '=', guild_id)
    .where('gm.status', '=', 'member')
    .where('gm.role', '=', 'student')
    .orderBy('gm.id')
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
