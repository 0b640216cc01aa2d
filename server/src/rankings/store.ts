import { sql } from 'kysely'
import { compiled } from '../db/compiled.ts'
import { pageOf, type Page, type PageRequest } from '../db/paging.ts'
import type { Db } from '../db/schema.ts'
import { nicknameTo } from '../guilds/name-store.ts'

export type ListName = 'excellent' | 'workhard'

/** One scope of one period, for one reader; guild_id 0 is the whole site. */
export type RankingKey = { period: string; before: string; guild_id: number; user_id: number }

/** A place with the person who has it. */
export type PlaceRow = {
  user_id: number
  rank: number
  value: number
  detail: number
  /** Null if the reader may not see it. */
  nickname: string | null
  avatar_file_id: number | null
  head: string
  ranking_visibility: 'nickname' | 'anonymous' | 'hidden'
  experience: number | null
  guild_name: string | null
  rank_before: number | null
}

// The columns each list is sorted by, in the same order as in the indexes.
const columns = {
  excellent: {
    rank: 'rr.excellent_rank',
    before: 'earlier.excellent_rank',
    value: 'rr.excellent',
    detail: 'rr.counted',
    tie: 'rr.featured',
    at: 'rr.released_at',
  },
  workhard: {
    rank: 'rr.workhard_rank',
    before: 'earlier.workhard_rank',
    value: 'rr.experience',
    detail: 'rr.active_days',
    tie: 'rr.active_days',
    at: 'rr.active_at',
  },
} as const

type Value = <N extends keyof RankingKey & string>(name: N) => RankingKey[N]

/**
 * Everybody with a place, as visible to others now: people who have since hidden themselves, left the guild or joined
 * its staff are excluded at once.
 */
const places = (db: Db, list: ListName, isGuild: boolean, value: Value) => {
  const { rank, before, value: worth, detail } = columns[list]
  const rows = db
    .selectFrom('ranking_rows as rr')
    .innerJoin('users', 'users.id', 'rr.user_id')
    .leftJoin('ledger_totals as lt', 'lt.user_id', 'rr.user_id')
    .leftJoin('guilds', (join) =>
      join.onRef('guilds.id', '=', 'rr.only_guild_id').on('guilds.visibility', '=', 'public'),
    )
    .select([
      'rr.user_id',
      nicknameTo(value('user_id')).as('nickname'),
      'users.avatar_file_id',
      'users.head',
      'users.ranking_visibility',
      'lt.experience',
      'guilds.name as guild_name',
    ])
    .select([
      sql<number>`${sql.ref(rank)}`.as('rank'),
      sql<number>`${sql.ref(worth)}`.as('value'),
      sql<number>`${sql.ref(detail)}`.as('detail'),
    ])
    // A subquery for each place shown: with a join, PostgreSQL read the whole earlier period for one page.
    .select((eb) =>
      eb
        .selectFrom('ranking_rows as earlier')
        .select(before)
        .whereRef('earlier.user_id', '=', 'rr.user_id')
        .whereRef('earlier.guild_id', '=', 'rr.guild_id')
        .where('earlier.period', '=', value('before'))
        .as('rank_before'),
    )
    .where('rr.period', '=', value('period'))
    .where('rr.guild_id', '=', value('guild_id'))
    .where(sql.ref(rank), 'is not', null)
    .where('users.ranking_visibility', '<>', 'hidden')
    .where('users.status', '=', 'normal')
  if (!isGuild) return rows
  return rows.where((where) =>
    where.exists(
      where
        .selectFrom('guild_members as gm')
        .select('gm.id')
        .whereRef('gm.guild_id', '=', 'rr.guild_id')
        .whereRef('gm.user_id', '=', 'rr.user_id')
        .where('gm.status', '=', 'member')
        .where('gm.role', '=', 'student'),
    ),
  )
}

/** A query of each list, of a guild and of the whole site. */
const ofLists = <T>(make: (list: ListName, isGuild: boolean) => T) => {
  const both = (list: ListName) => ({ guild: make(list, true), site: make(list, false) })
  return { excellent: both('excellent'), workhard: both('workhard') }
}

const scopeOf = ({ guild_id }: RankingKey): 'guild' | 'site' => (guild_id === 0 ? 'site' : 'guild')

const ordered = (db: Db, list: ListName, isGuild: boolean, value: Value) =>
  places(db, list, isGuild, value)
    .orderBy(sql.ref(columns[list].rank))
    .orderBy(sql.ref(columns[list].tie), 'desc')
    .orderBy(sql.ref(columns[list].at))
    .orderBy('rr.user_id')

const top = ofLists((list, isGuild) =>
  compiled<RankingKey & { limit: number }, PlaceRow>((db, value) =>
    ordered(db, list, isGuild, value).limit(value('limit')),
  ),
)

/** The first places of a list, ties in their order. */
export const listTop = (db: Db, list: ListName, key: RankingKey, limit: number): Promise<PlaceRow[]> =>
  top[list][scopeOf(key)](db, { ...key, limit })

const neighbourOf = (list: ListName, isGuild: boolean, side: '<' | '>') => {
  const { rank, tie, at } = columns[list]
  const [down, up] = side === '<' ? (['desc', 'asc'] as const) : (['asc', 'desc'] as const)
  return compiled<RankingKey & { rank: number }, PlaceRow>((db, value) =>
    places(db, list, isGuild, value)
      .where(sql.ref<number>(rank), side, value('rank'))
      .orderBy(sql.ref(rank), down)
      .orderBy(sql.ref(tie), up)
      .orderBy(sql.ref(at), down)
      .orderBy('rr.user_id', down)
      .limit(side === '<' ? 1 : 2),
  )
}

const neighbours = ofLists((list, isGuild) => ({
  above: neighbourOf(list, isGuild, '<'),
  below: neighbourOf(list, isGuild, '>'),
}))

/**
 * The people directly above and below a place in list order, both read from the index of the list. The last of the list
 * is never given as the one below.
 */
export const listNeighbours = async (
  db: Db,
  list: ListName,
  key: RankingKey,
  rank: number,
): Promise<{ above: PlaceRow | null; below: PlaceRow | null }> => {
  const sides = neighbours[list][scopeOf(key)]
  const [above] = await sides.above(db, { ...key, rank })
  const [below, next] = await sides.below(db, { ...key, rank })
  return { above: above ?? null, below: below && next ? below : null }
}

/** The caller’s own row in a scope. */
export type Own = {
  excellent: number | null
  excellent_rank: number | null
  workhard_rank: number | null
  counted: number
  results: number
  experience: number
  active_days: number
  excellent_before: number | null
  workhard_before: number | null
  ranking_visibility: 'nickname' | 'anonymous' | 'hidden'
}

const ownRow = compiled<RankingKey, Own>((db, value) =>
  db
    .selectFrom('ranking_rows as rr')
    .innerJoin('users', 'users.id', 'rr.user_id')
    .leftJoin('ranking_rows as earlier', (join) =>
      join
        .onRef('earlier.user_id', '=', 'rr.user_id')
        .onRef('earlier.guild_id', '=', 'rr.guild_id')
        .on('earlier.period', '=', value('before')),
    )
    .select([
      'users.ranking_visibility',
      'rr.excellent',
      'rr.excellent_rank',
      'rr.workhard_rank',
      'rr.counted',
      'rr.results',
      'rr.experience',
      'rr.active_days',
    ])
    .select(['earlier.excellent_rank as excellent_before', 'earlier.workhard_rank as workhard_before'])
    .where('rr.period', '=', value('period'))
    .where('rr.guild_id', '=', value('guild_id'))
    .where('rr.user_id', '=', value('user_id')),
)

export const findOwn = async (db: Db, key: RankingKey): Promise<Own | undefined> => (await ownRow(db, key))[0]

export type Scope = { excellent_listed: number; workhard_listed: number; updated_at: number }

const scopeRow = compiled<{ period: string; guild_id: number }, Scope>((db, value) =>
  db
    .selectFrom('ranking_scopes')
    .select(['excellent_listed', 'workhard_listed', 'updated_at'])
    .where('period', '=', value('period'))
    .where('guild_id', '=', value('guild_id')),
)

/** The number of people with a place in a scope; undefined where nothing was counted. */
export const findScope = async (db: Db, period: string, guild_id: number): Promise<Scope | undefined> =>
  (await scopeRow(db, { period, guild_id }))[0]

export type OwnGuild = {
  id: number
  name: string
  ranking_mode: 'off' | 'top' | 'top+neighbours'
  role: 'student' | 'assistant' | 'teacher'
}

const ownGuilds = compiled<{ user_id: number }, OwnGuild>((db, value) =>
  db
    .selectFrom('guilds')
    .innerJoin('guild_members as gm', 'gm.guild_id', 'guilds.id')
    .select(['guilds.id', 'guilds.name', 'guilds.ranking_mode', 'gm.role'])
    .where('gm.user_id', '=', value('user_id'))
    .where('gm.status', '=', 'member')
    .where('guilds.status', '=', 'active')
    .orderBy('guilds.name')
    .orderBy('guilds.id'),
)

/** The guilds a user is in, by name, with their ranking settings. */
export const listOwnGuilds = (db: Db, user_id: number): Promise<OwnGuild[]> => ownGuilds(db, { user_id })

/** A ranking as staff see it: everybody with a place, including people who hide from others. */
export const listNamed = (
  db: Db,
  list: ListName,
  { period, guild_id }: { period: string; guild_id: number },
  page: PageRequest,
): Promise<Page<NamedRow>> => {
  const { rank, value, detail } = columns[list]
  const named = db
    .selectFrom('ranking_rows as rr')
    .innerJoin('users', 'users.id', 'rr.user_id')
    .select([
      'rr.user_id',
      'users.nickname',
      'users.real_name',
      'users.student_no',
      'rr.featured',
      'users.ranking_visibility',
    ])
    .select([
      sql<number>`${sql.ref(rank)}`.as('rank'),
      sql<number>`${sql.ref(value)}`.as('value'),
      sql<number>`${sql.ref(detail)}`.as('detail'),
    ])
    .where('rr.period', '=', period)
    .where('rr.guild_id', '=', guild_id)
    .where(sql.ref(rank), 'is not', null)
  return pageOf(
    db,
    named,
    [
      { field: 'rank', column: rank, direction: 'asc' },
      { field: 'user_id', column: 'rr.user_id', direction: 'asc' },
    ],
    page,
  )
}

type NamedRow = {
  user_id: number
  nickname: string
  real_name: string
  student_no: string | null
  featured: number
  ranking_visibility: 'nickname' | 'anonymous' | 'hidden'
  rank: number
  value: number
  detail: number
}
