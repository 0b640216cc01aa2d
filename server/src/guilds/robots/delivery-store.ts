import type { RobotEvent, RobotProblem } from '@tongchuang/contract/robots.admin.ts'
import { sql, type SqlBool } from 'kysely'
import { pageOf, type PageRequest } from '../../db/paging.ts'
import type { Db } from '../../db/schema.ts'
import { isHere } from './robot-store.ts'

const day = 24 * 3_600_000
const keptMs = 30 * day
// Longer than any pause or quiet hours: a `next_at` further ahead was written by a clock that has been set back since.
const beyondMs = day + 3_600_000

/** The robots of a guild that are switched on here and speak of an event; none for an archived guild. */
export const robotsSpeakingOf = async (db: Db, guild_id: number, event: RobotEvent): Promise<number[]> => {
  const rows = await db
    .selectFrom('guild_robots')
    .innerJoin('guilds', 'guilds.id', 'guild_robots.guild_id')
    .select('guild_robots.id')
    .where('guild_robots.guild_id', '=', guild_id)
    .where('guilds.status', '=', 'active')
    .where('guild_robots.enabled', '=', true)
    .where(isHere)
    .where('guild_robots.events', 'like', `%"${event}"%`)
    .orderBy('guild_robots.id')
    .execute()
  return rows.map(({ id }) => id)
}

type New = {
  event_key: string
  about: string
  event: RobotEvent
  count: number
  data: string
  not_before: number
  not_after: number
  created_at: number
}

/**
 * Stores what robots are to say, in the caller's transaction. A known delivery is not stored again; while it waits and
 * is in no message yet, `again` decides: it stays, its count grows, or its content is replaced. Returns the robots for
 * which it was stored.
 */
export const keepDeliveries = async (
  db: Db,
  robot_ids: readonly number[],
  row: New,
  again: 'stays' | 'counts' | 'renews',
): Promise<number[]> => {
  if (robot_ids.length === 0) return []
  const isOpen = sql<SqlBool>`robot_deliveries.state = 'waiting' and robot_deliveries.batch is null`
  const rows = await db
    .insertInto('robot_deliveries')
    .values(
      robot_ids.map((robot_id) => ({ robot_id, ...row, state: 'waiting' as const, batch: null, settled_at: null })),
    )
    .onConflict((conflict) => {
      const same = conflict.columns(['robot_id', 'event_key'])
      if (again === 'stays') return same.doNothing()
      return same
        .doUpdateSet((eb) =>
          again === 'counts'
            ? { count: eb('robot_deliveries.count', '+', eb.ref('excluded.count')) }
            : { data: eb.ref('excluded.data'), not_after: eb.ref('excluded.not_after') },
        )
        .where(isOpen)
    })
    .returning('robot_id')
    .execute()
  return rows.map(({ robot_id }) => robot_id)
}

/** Drops waiting deliveries about a thing; those of one event, or all. */
export const dropAbout = async (db: Db, about: string, now: number, event?: RobotEvent): Promise<void> => {
  const waiting = db
    .updateTable('robot_deliveries')
    .set({ state: 'dropped', settled_at: now })
    .where('about', '=', about)
    .where('state', '=', 'waiting')
  await (event === undefined ? waiting : waiting.where('event', '=', event)).execute()
}

/** Drops all waiting deliveries of a robot. */
export const dropOf = async (db: Db, robot_id: number, now: number): Promise<void> => {
  await db
    .updateTable('robot_deliveries')
    .set({ state: 'dropped', settled_at: now })
    .where('robot_id', '=', robot_id)
    .where('state', '=', 'waiting')
    .execute()
}

/** Robots that have something to say and may be tried now, with their guilds; at most `limit`. */
export const listSpeaking = (db: Db, now: number, limit: number) =>
  db
    .selectFrom('guild_robots')
    .innerJoin('guilds', 'guilds.id', 'guild_robots.guild_id')
    .selectAll('guild_robots')
    .select('guilds.name as guild')
    .where('guild_robots.enabled', '=', true)
    .where('guilds.status', '=', 'active')
    .where(isHere)
    .where((where) =>
      where.or([where('guild_robots.next_at', '<=', now), where('guild_robots.next_at', '>', now + beyondMs)]),
    )
    .where((where) =>
      where.exists(
        where
          .selectFrom('robot_deliveries as d')
          .select('d.id')
          .whereRef('d.robot_id', '=', 'guild_robots.id')
          .where('d.state', '=', 'waiting')
          .where('d.not_before', '<=', now),
      ),
    )
    .orderBy('guild_robots.next_at')
    .orderBy('guild_robots.id')
    .limit(limit)
    .execute()

export type SpeakingRobot = Awaited<ReturnType<typeof listSpeaking>>[number]

/** The deliveries a robot is to say now, in order, 200 at most. */
export const listWaiting = (db: Db, robot_id: number, now: number) =>
  db
    .selectFrom('robot_deliveries')
    .selectAll()
    .where('robot_id', '=', robot_id)
    .where('state', '=', 'waiting')
    .where('not_before', '<=', now)
    .orderBy('not_before')
    .orderBy('id')
    .limit(200)
    .execute()

export type Delivery = Awaited<ReturnType<typeof listWaiting>>[number]

/** How many messages of a robot got through within so many milliseconds, give or take what two clocks differ by. */
export const countSent = async (db: Db, robot_id: number, within: number, now: number): Promise<number> => {
  const { count } = await db
    .selectFrom('robot_deliveries')
    .select(sql<number>`count(distinct batch)`.as('count'))
    .where('robot_id', '=', robot_id)
    .where('state', '=', 'sent')
    .where('settled_at', '>', now - within)
    .where('settled_at', '<=', now + within)
    .executeTakeFirstOrThrow()
  return Number(count)
}

/**
 * Combines waiting deliveries into one message before it is sent: a retry sends it under the same id. Returns its
 * deliveries.
 */
export const gather = async (db: Db, ids: readonly number[], batch: string): Promise<Delivery[]> =>
  db
    .updateTable('robot_deliveries')
    .set({ batch })
    .where('id', 'in', ids)
    .where('state', '=', 'waiting')
    .where('batch', 'is', null)
    .returningAll()
    .execute()

/** Settles waiting deliveries, of a message or by ids: sent, or dropped. */
export const settle = async (
  db: Db,
  which: { batch: string } | { ids: readonly number[] },
  state: 'sent' | 'dropped',
  now: number,
): Promise<void> => {
  if ('ids' in which && which.ids.length === 0) return
  const waiting = db.updateTable('robot_deliveries').set({ state, settled_at: now }).where('state', '=', 'waiting')
  await ('ids' in which ? waiting.where('id', 'in', which.ids) : waiting.where('batch', '=', which.batch)).execute()
}

/** Records a try and its outcome on the deliveries of a message; call it before they are settled. */
export const noteTry = async (
  db: Db,
  batch: string,
  { problem, said, now }: { problem: RobotProblem | null; said: string; now: number },
): Promise<void> => {
  await db
    .updateTable('robot_deliveries')
    .set((to) => ({ tries: to('tries', '+', 1), tried_at: now, problem, said }))
    .where('batch', '=', batch)
    .where('state', '=', 'waiting')
    .execute()
}

/** The deliveries of a robot, settled or waiting, newest first. */
export const listDeliveries = (db: Db, robot_id: number, page: PageRequest) =>
  pageOf(
    db,
    db
      .selectFrom('robot_deliveries as d')
      .select(['d.id', 'd.event', 'd.count', 'd.state', 'd.batch', 'd.created_at', 'd.settled_at'])
      .select(['d.tries', 'd.tried_at', 'd.problem', 'd.said'])
      .where('d.robot_id', '=', robot_id),
    [{ field: 'id', column: 'd.id', direction: 'desc' }],
    page,
  )

export type StoredDelivery = Awaited<ReturnType<typeof listDeliveries>>['list'][number]

/** Removes settled deliveries after a month, and drops those that are out of date. */
export const sweepDeliveries = async (db: Db, now: number): Promise<void> => {
  await db
    .updateTable('robot_deliveries')
    .set({ state: 'dropped', settled_at: now })
    .where('state', '=', 'waiting')
    .where('not_after', '<=', now)
    .execute()
  await db
    .deleteFrom('robot_deliveries')
    .where('created_at', '<=', now - keptMs)
    .where('state', '!=', 'waiting')
    .execute()
}
