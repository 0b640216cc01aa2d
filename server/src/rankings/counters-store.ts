import type { Selectable } from 'kysely'
import type { Db } from '../db/schema.ts'
import type { RankingCursorTable, RankingRowTable } from './tables.ts'

type Row = Selectable<RankingRowTable>
type Counter = Omit<Row, 'excellent' | 'excellent_rank' | 'workhard_rank'>
type Placed = Pick<Row, 'user_id' | 'excellent' | 'excellent_rank' | 'workhard_rank'>

// PostgreSQL takes 65,535 values in a statement, SQLite 32,766.
const atOnce = 500

const counterColumns = [
  'period',
  'guild_id',
  'user_id',
  'weight',
  'weighted',
  'percents',
  'counted',
  'results',
  'featured',
  'released_at',
  'experience',
  'active_days',
  'active_at',
  'hidden',
  'only_guild_id',
] as const

/** The stored counters of some people in some periods. */
export const countersKept = (db: Db, user_ids: readonly number[], periods: readonly string[]): Promise<Counter[]> =>
  db
    .selectFrom('ranking_rows')
    .select(counterColumns)
    .where('user_id', 'in', user_ids)
    .where('period', 'in', periods)
    .execute()

/** Overwrites counters; their places stay until the scope is ranked again. */
export const writeCounters = async (db: Db, counters: readonly Counter[]): Promise<void> => {
  for (let at = 0; at < counters.length; at += atOnce) {
    await db
      .insertInto('ranking_rows')
      .values(
        counters
          .slice(at, at + atOnce)
          .map((counter) => ({ ...counter, excellent: null, excellent_rank: null, workhard_rank: null })),
      )
      .onConflict((conflict) =>
        conflict.columns(['period', 'guild_id', 'user_id']).doUpdateSet((eb) => ({
          weight: eb.ref('excluded.weight'),
          weighted: eb.ref('excluded.weighted'),
          percents: eb.ref('excluded.percents'),
          counted: eb.ref('excluded.counted'),
          results: eb.ref('excluded.results'),
          featured: eb.ref('excluded.featured'),
          released_at: eb.ref('excluded.released_at'),
          experience: eb.ref('excluded.experience'),
          active_days: eb.ref('excluded.active_days'),
          active_at: eb.ref('excluded.active_at'),
          hidden: eb.ref('excluded.hidden'),
          only_guild_id: eb.ref('excluded.only_guild_id'),
        })),
      )
      .execute()
  }
}

/** Removes a person from a scope. */
export const dropCounter = async (
  db: Db,
  { period, guild_id, user_id }: Pick<Row, 'period' | 'guild_id' | 'user_id'>,
): Promise<void> => {
  await db
    .deleteFrom('ranking_rows')
    .where((where) => where.and({ period, guild_id, user_id }))
    .execute()
}

/** All rows of one scope and period. */
export const rowsIn = (db: Db, period: string, guild_id: number): Promise<Row[]> =>
  db
    .selectFrom('ranking_rows')
    .selectAll()
    .where('period', '=', period)
    .where('guild_id', '=', guild_id)
    .orderBy('user_id')
    .execute()

/** Every scope with people in some periods. */
export const scopesIn = (db: Db, periods: readonly string[]): Promise<{ period: string; guild_id: number }[]> =>
  db.selectFrom('ranking_rows').select(['period', 'guild_id']).distinct().where('period', 'in', periods).execute()

/** Writes the places of people whose place has changed. */
export const writePlaces = async (
  db: Db,
  period: string,
  guild_id: number,
  placed: readonly Placed[],
): Promise<void> => {
  for (const { user_id, ...places } of placed) {
    await db
      .updateTable('ranking_rows')
      .set(places)
      .where((where) => where.and({ period, guild_id, user_id }))
      .execute()
  }
}

/** Stores how many people have a place in a scope, and when that was computed. */
export const writeScope = async (
  db: Db,
  scope: { period: string; guild_id: number; excellent_listed: number; workhard_listed: number; updated_at: number },
): Promise<void> => {
  await db
    .insertInto('ranking_scopes')
    .values(scope)
    .onConflict((conflict) => conflict.columns(['period', 'guild_id']).doUpdateSet(scope))
    .execute()
}

/** Which of these periods have a list, of the site or of any guild. */
export const listedOf = async (db: Db, periods: readonly string[]): Promise<Set<string>> => {
  const rows = await db
    .selectFrom('ranking_scopes')
    .select('period')
    .distinct()
    .where('period', 'in', periods)
    .execute()
  return new Set(rows.map(({ period }) => period))
}

/** How far each log has been processed; empty if never. */
export const readCursors = (db: Db): Promise<RankingCursorTable[]> =>
  db.selectFrom('ranking_cursors').selectAll().execute()

export const writeCursors = async (db: Db, cursors: readonly RankingCursorTable[]): Promise<void> => {
  await db
    .insertInto('ranking_cursors')
    .values([...cursors])
    .onConflict((conflict) =>
      conflict.column('source').doUpdateSet((eb) => ({
        settled: eb.ref('excluded.settled'),
        pending: eb.ref('excluded.pending'),
        pending_at: eb.ref('excluded.pending_at'),
      })),
    )
    .execute()
}

/**
 * Marks people to be counted again within a minute: they joined or left a guild, changed their visibility, or their
 * account was closed or opened.
 */
export const noteStale = async (db: Db, user_ids: readonly number[]): Promise<void> => {
  for (let at = 0; at < user_ids.length; at += atOnce) {
    await db
      .insertInto('ranking_stale')
      .columns(['user_id'])
      // Skips accounts that an undone list has removed since.
      .expression((eb) =>
        eb
          .selectFrom('users')
          .select('id')
          .where('id', 'in', user_ids.slice(at, at + atOnce)),
      )
      .execute()
  }
}

/** Marks all students of a guild to be counted again. */
export const noteStaleGuild = async (db: Db, guild_id: number): Promise<void> => {
  await db
    .insertInto('ranking_stale')
    .columns(['user_id'])
    .expression((eb) =>
      eb
        .selectFrom('guild_members')
        .select('user_id')
        .where('guild_id', '=', guild_id)
        .where('status', '=', 'member')
        .where('role', '=', 'student'),
    )
    .execute()
}

export const listStale = (db: Db): Promise<{ id: number; user_id: number }[]> =>
  db.selectFrom('ranking_stale').select(['id', 'user_id']).limit(5_000).execute()

export const dropStale = async (db: Db, ids: readonly number[]): Promise<void> => {
  for (let at = 0; at < ids.length; at += atOnce) {
    await db
      .deleteFrom('ranking_stale')
      .where('id', 'in', ids.slice(at, at + atOnce))
      .execute()
  }
}

/** Forgets weeks and months before these keys, and guilds that are gone. */
export const dropOld = async (db: Db, week: string, month: string): Promise<void> => {
  for (const table of ['ranking_rows', 'ranking_scopes'] as const) {
    await db
      .deleteFrom(table)
      .where((where) =>
        where.or([
          where.and([where('period', 'like', 'week-%'), where('period', '<', week)]),
          where.and([where('period', 'like', 'month-%'), where('period', '<', month)]),
          where.and([where('guild_id', '<>', 0), where('guild_id', 'not in', where.selectFrom('guilds').select('id'))]),
        ]),
      )
      .execute()
  }
}
