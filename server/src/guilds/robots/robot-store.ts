import type { Insertable, Selectable, Updateable } from 'kysely'
import { sql, type SqlBool } from 'kysely'
import type { Db } from '../../db/schema.ts'
import type { GuildRobotTable } from './tables.ts'

export type RobotRow = Selectable<GuildRobotTable>

const week = 7 * 24 * 3_600_000

/** This installation; '' for one that has no name yet. */
const here = sql<string>`coalesce((select name from installation), '')`

/**
 * For `where` on `guild_robots`: whether a robot was switched on here, and not in the installation this database was
 * restored from.
 */
export const isHere = sql<SqlBool>`guild_robots.place = ${here}`

const shown = (db: Db, now: number) =>
  db
    .selectFrom('guild_robots')
    .selectAll('guild_robots')
    .select(({ eb }) => [
      eb.case().when(isHere).then(0).else(1).end().as('moved'),
      eb
        .selectFrom('robot_deliveries as d')
        .select(sql<number>`count(distinct d.batch)`.as('count'))
        .whereRef('d.robot_id', '=', 'guild_robots.id')
        .where('d.state', '=', 'sent')
        .where('d.settled_at', '>', now - week)
        .as('sent_week'),
      eb
        .selectFrom('robot_deliveries as d')
        .select(sql<number>`count(*)`.as('count'))
        .whereRef('d.robot_id', '=', 'guild_robots.id')
        .where('d.state', '=', 'waiting')
        .as('waiting'),
    ])

/** The robots of a guild in the order of their making, as staff see them. */
export const listRobots = (db: Db, guild_id: number, now: number) =>
  shown(db, now).where('guild_robots.guild_id', '=', guild_id).orderBy('guild_robots.id').limit(20).execute()

export type ShownRobot = Awaited<ReturnType<typeof listRobots>>[number]

/** One robot of a guild, as staff see it. */
export const findRobot = (db: Db, guild_id: number, id: number, now: number): Promise<ShownRobot | undefined> =>
  shown(db, now).where('guild_robots.guild_id', '=', guild_id).where('guild_robots.id', '=', id).executeTakeFirst()

/** The robot of a guild with this address. */
export const robotAt = async (db: Db, guild_id: number, address_key: string): Promise<RobotRow | undefined> =>
  db
    .selectFrom('guild_robots')
    .selectAll()
    .where('guild_id', '=', guild_id)
    .where('address_key', '=', address_key)
    .executeTakeFirst()

type New = Omit<Insertable<GuildRobotTable>, 'place'>

/** Inserts a robot; null where the guild has one at this address. */
export const addRobot = async (db: Db, row: New): Promise<number | null> => {
  const made = await db
    .insertInto('guild_robots')
    .values({ ...row, place: here })
    .onConflict((conflict) => conflict.columns(['guild_id', 'address_key']).doNothing())
    .returning('id')
    .executeTakeFirst()
  return made?.id ?? null
}

/**
 * Changes a robot from the version that was read; false where it was changed meanwhile. The robot is retried at once.
 */
export const changeRobot = async (
  db: Db,
  { id, version }: { id: number; version: number },
  changes: Updateable<GuildRobotTable>,
): Promise<boolean> => {
  const { numUpdatedRows } = await db
    .updateTable('guild_robots')
    .set((eb) => ({ ...changes, next_at: 0, version: eb('version', '+', 1) }))
    .where('id', '=', id)
    .where('version', '=', version)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Switches a robot on, for this installation and with its failures cleared, or off. */
export const switchRobot = async (db: Db, id: number, enabled: boolean): Promise<void> => {
  const fresh = { failures: 0, failing_since: null, problem: null, said: '', stopped_at: null, next_at: 0 }
  await db
    .updateTable('guild_robots')
    .set((eb) => ({ enabled, version: eb('version', '+', 1), ...(enabled && { ...fresh, place: here }) }))
    .where('id', '=', id)
    .execute()
}

/** Removes a robot with what it was still to say; false where the guild has none with this id. */
export const removeRobot = async (db: Db, guild_id: number, id: number): Promise<boolean> => {
  const { numDeletedRows } = await db
    .deleteFrom('guild_robots')
    .where('id', '=', id)
    .where('guild_id', '=', guild_id)
    .executeTakeFirst()
  return numDeletedRows > 0n
}

type Noted = { id: number; version: number }
type Health = Pick<Updateable<GuildRobotTable>, 'failures' | 'failing_since' | 'next_at' | 'problem' | 'said'> & {
  sent_at?: number
  stopped_at?: number
  enabled?: boolean
}

/** Stores the health of a robot; false, storing nothing, where somebody has changed it meanwhile. */
export const noteHealth = async (db: Db, { id, version }: Noted, health: Health): Promise<boolean> => {
  const { numUpdatedRows } = await db
    .updateTable('guild_robots')
    .set(health)
    .where('id', '=', id)
    .where('version', '=', version)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Those of the given hosts that enabled robots send to. One query for each host, which ends at the first robot. */
export const hostsOfRobots = async (db: Db, among: readonly string[]): Promise<string[]> => {
  const used = await Promise.all(
    among.map((host) =>
      db
        .selectFrom('guild_robots')
        .select('id')
        .where('enabled', '=', true)
        .where('address_shown', 'like', `${host}/%`)
        .limit(1)
        .executeTakeFirst(),
    ),
  )
  return among.filter((_host, at) => used[at] !== undefined)
}

/** The addresses of all robots, encrypted as stored. */
export const closedAddresses = async (db: Db): Promise<string[]> =>
  (await db.selectFrom('guild_robots').select('address').execute()).map(({ address }) => address)

/**
 * Robots of active guilds that stay silent until somebody switches them on: `stopped` were switched off automatically,
 * `moved` were on in the installation this database was restored from.
 */
export const silentRobots = async (
  db: Db,
  why: 'stopped' | 'moved',
  most: number,
): Promise<{ total: number; list: { guild: string; name: string }[] }> => {
  const silent = db
    .selectFrom('guild_robots')
    .innerJoin('guilds', 'guilds.id', 'guild_robots.guild_id')
    .where('guilds.status', '=', 'active')
    .where((where) =>
      why === 'stopped'
        ? where('guild_robots.stopped_at', 'is not', null)
        : where.and([where('guild_robots.enabled', '=', true), where.not(isHere)]),
    )
  const { total } = await silent.select(sql<number>`count(*)`.as('total')).executeTakeFirstOrThrow()
  const list = await silent
    .select(['guilds.name as guild', 'guild_robots.name'])
    .orderBy('guild_robots.id')
    .limit(most)
    .execute()
  return { total: Number(total), list }
}
