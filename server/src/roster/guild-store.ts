import { sql, type Selectable, type Updateable } from 'kysely'
import type { Db } from '../db/schema.ts'
import { guildKey } from './guild-key.ts'
import type { RosterGuildTable } from './tables.ts'

export type NamedGuild = Selectable<RosterGuildTable>

/** The guilds that can be joined, by normalized name; several may share a name, and the oldest comes first. */
export const guildsByKey = async (db: Db): Promise<Map<string, { id: number; name: string }[]>> => {
  const all = await db
    .selectFrom('guilds')
    .select(['id', 'name'])
    .where('status', '=', 'active')
    .orderBy('id')
    .execute()
  return Map.groupBy(all, ({ name }) => guildKey(name))
}

/** The guilds named in a list. */
export const namedGuilds = (db: Db, import_id: number): Promise<NamedGuild[]> =>
  db.selectFrom('roster_guilds').selectAll().where('import_id', '=', import_id).orderBy('key').execute()

/**
 * Stores the guilds named in a list. Earlier settings of a guild stay; the name of an existing guild means that guild.
 */
export const nameGuilds = async (db: Db, import_id: number, names: ReadonlyMap<string, string>): Promise<void> => {
  const there = await guildsByKey(db)
  const before = new Map((await namedGuilds(db, import_id)).map((guild) => [guild.key, guild]))
  await db.deleteFrom('roster_guilds').where('import_id', '=', import_id).execute()
  const rows = [...names].map(([key, name]) => {
    const settled = before.get(key)
    const [found] = there.get(settled ? guildKey(settled.name) : key) ?? []
    return {
      ...{ category_id: null, teacher_id: null, capacity: null, capacity_before: null, ...settled },
      ...{ import_id, key, name: found?.name ?? settled?.name ?? name },
      ...{ guild_id: found?.id ?? null, is_new: found === undefined },
    }
  })
  if (rows.length > 0) await db.insertInto('roster_guilds').values(rows).execute()
}

/** The keys of the guilds in which a list names a user. */
export const keysWith = async (db: Db, import_id: number, user_id: number): Promise<string[]> => {
  const rows = await db
    .selectFrom('roster_rows')
    .select('guild_key')
    .where('import_id', '=', import_id)
    .where('user_id', '=', user_id)
    .where('status', '<>', 'bad')
    .execute()
  return rows.map(({ guild_key }) => guild_key)
}

/** Changes the stored entry for a guild of a list. */
export const changeNamed = async (
  db: Db,
  { import_id, key }: Pick<NamedGuild, 'import_id' | 'key'>,
  changes: Updateable<RosterGuildTable>,
): Promise<boolean> => {
  const { numUpdatedRows } = await db
    .updateTable('roster_guilds')
    .set(changes)
    .where('import_id', '=', import_id)
    .where('key', '=', key)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** The number of guilds a list creates and the number it finds. */
export const countNamed = async (db: Db, import_id: number): Promise<{ new: number; known: number }> => {
  const rows = await db
    .selectFrom('roster_guilds')
    .select(['is_new', sql<number>`count(*)`.as('count')])
    .where('import_id', '=', import_id)
    .groupBy('is_new')
    .execute()
  const of = (wanted: boolean) => Number(rows.find(({ is_new }) => Boolean(is_new) === wanted)?.count ?? 0)
  return { new: of(true), known: of(false) }
}

/** The number of people coming to each guild of a list. */
export const countsByGuild = async (db: Db, import_id: number) => {
  const rows = await db
    .selectFrom('roster_rows')
    .select(['guild_key', 'status', 'role', sql<number>`count(*)`.as('count')])
    .where('import_id', '=', import_id)
    .where('status', 'in', ['new', 'joins'])
    .groupBy(['guild_key', 'status', 'role'])
    .execute()
  return Map.groupBy(
    rows.map((row) => ({ ...row, count: Number(row.count) })),
    ({ guild_key }) => guild_key,
  )
}

/** Teachers a list names for its guilds, five for each at most. */
export const teachersByGuild = async (db: Db, import_id: number): Promise<Map<string, string[]>> => {
  const rows = await db
    .selectFrom('roster_rows')
    .select(['guild_key', 'real_name'])
    .where('import_id', '=', import_id)
    .where('role', '=', 'teacher')
    .where('status', 'in', ['new', 'joins', 'same'])
    .orderBy('line')
    .execute()
  const own = Map.groupBy(rows, ({ guild_key }) => guild_key)
  return new Map([...own].map(([key, people]) => [key, people.slice(0, 5).map(({ real_name }) => real_name)]))
}

/** Member counts and capacities of guilds, by id. */
export const roomOf = async (db: Db, ids: readonly number[]) => {
  const rows =
    ids.length === 0
      ? []
      : await db
          .selectFrom('guilds')
          .select(['id', 'member_count', 'capacity', 'status', 'category_id'])
          .where('id', 'in', ids)
          .execute()
  return new Map(rows.map((row) => [row.id, row]))
}
