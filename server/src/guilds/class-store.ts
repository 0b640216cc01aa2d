import { sql } from 'kysely'
import { contains } from '../db/contains.ts'
import { pageOf, type PageRequest } from '../db/paging.ts'
import { placesOf } from '../db/places.ts'
import type { Db } from '../db/schema.ts'
import { canBeAsked } from './invitations-store.ts'
import type { Actor } from './power-rules.ts'
import { mayBringAlong } from './power-store.ts'
import { isLeadOf } from './scope-store.ts'
import type { MemberStatus } from './store.ts'

/** A class: the students of a guild, or those whose account names it. */
export type WhichClass = { from_guild_id: number } | { class_name: string }

/** Students with an open account whom the viewer may bring along. */
const students = (db: Db, viewer: Actor) =>
  db.selectFrom('users').where('users.status', '=', 'normal').where(mayBringAlong(viewer, 'users.id'))

const namedClasses = (db: Db, viewer: Actor) =>
  students(db, viewer)
    .select([
      sql<'class' | 'guild'>`'class'`.as('kind'),
      sql<number>`0`.as('from_guild_id'),
      sql<number>`min(users.id)`.as('key'),
      'users.organization_name as name',
      sql<number>`0`.as('is_archived'),
      sql<number>`count(*)`.as('students'),
    ])
    .where('users.organization_name', '<>', '')
    .groupBy('users.organization_name')

const otherGuilds = (db: Db, viewer: Actor, guild_id: number) =>
  students(db, viewer)
    .innerJoin('guild_members as gm', 'gm.user_id', 'users.id')
    .innerJoin('guilds', 'guilds.id', 'gm.guild_id')
    .select([
      sql<'class' | 'guild'>`'guild'`.as('kind'),
      'guilds.id as from_guild_id',
      'guilds.id as key',
      'guilds.name',
      sql<number>`case when guilds.status = 'archived' then 1 else 0 end`.as('is_archived'),
      sql<number>`count(*)`.as('students'),
    ])
    .where('gm.role', '=', 'student')
    .where('gm.status', '=', 'member')
    .where('guilds.id', '<>', guild_id)
    .where(isLeadOf(viewer, 'guilds.id'))
    .groupBy(['guilds.id', 'guilds.name', 'guilds.status'])

const shownTeachers = 3

const teachersOf = async (db: Db, guild_ids: readonly number[]): Promise<Map<number, string[]>> => {
  if (guild_ids.length === 0) return new Map()
  const rows = await db
    .selectFrom('guild_members as gm')
    .innerJoin('users', 'users.id', 'gm.user_id')
    .select(['gm.guild_id', 'users.nickname'])
    .where('gm.guild_id', 'in', guild_ids)
    .where('gm.role', '=', 'teacher')
    .where('gm.status', '=', 'member')
    .orderBy('gm.id')
    .execute()
  const own = Map.groupBy(rows, (row) => row.guild_id)
  return new Map([...own].map(([id, names]) => [id, names.slice(0, shownTeachers).map(({ nickname }) => nickname)]))
}

const classesFor = (db: Db, viewer: Actor, guild_id: number) =>
  db.selectFrom(
    namedClasses(db, viewer)
      .unionAll(otherGuilds(db, viewer, guild_id))
      .as('classes'),
  )

const mostNames = 5_000

/** The names of the classes a viewer may bring into a guild. */
export const classNamesFor = async (db: Db, viewer: Actor, guild_id: number): Promise<string[]> => {
  const rows = await classesFor(db, viewer, guild_id).select('classes.name').distinct().limit(mostNames).execute()
  return rows.map(({ name }) => name)
}

/**
 * The classes a viewer may bring into a guild, in the order of `names`: the class names of the students they may bring
 * along, and the other guilds they lead.
 */
export const listClasses = async (
  db: Db,
  viewer: Actor,
  { guild_id, keyword = '', names }: { guild_id: number; keyword?: string | undefined; names: readonly string[] },
  request: PageRequest,
) => {
  const all = classesFor(db, viewer, guild_id)
    .leftJoin(placesOf(db, names).as('p'), 'p.name', 'classes.name')
    .select(sql<number>`cast(coalesce(p.place, ${names.length}) as integer)`.as('place'))
    .select(['kind', 'from_guild_id', 'key', 'classes.name', 'is_archived', 'students'])
    // A cursor has room only for the beginning of a name.
    .select(sql<string>`substr(classes.name, 1, 24)`.as('name_key'))
    .$if(keyword.trim() !== '', (found) => found.where(contains(db, 'classes.name', keyword)))
  const order = [
    { field: 'place', direction: 'asc' },
    { field: 'name_key', direction: 'asc' },
    { field: 'kind', direction: 'asc' },
    { field: 'key', direction: 'asc' },
  ] as const
  const page = await pageOf(db, db.selectFrom(all.as('found')).selectAll(), order, request)
  const teachers = await teachersOf(
    db,
    page.list.map(({ from_guild_id }) => from_guild_id).filter((id) => id > 0),
  )
  return {
    ...page,
    list: page.list.map(({ kind, name, students: count, is_archived, from_guild_id }) => ({
      kind,
      name,
      students: Number(count),
      from_guild_id: from_guild_id || null,
      teachers: teachers.get(from_guild_id) ?? [],
      archived: Number(is_archived) === 1,
    })),
  }
}

/** Whether a guild exists that the viewer leads. */
export const leadsGuild = async (db: Db, viewer: Actor, guild_id: number): Promise<boolean> =>
  (await db
    .selectFrom('guilds')
    .select('guilds.id')
    .where('guilds.id', '=', guild_id)
    .where(isLeadOf(viewer, 'guilds.id'))
    .executeTakeFirst()) !== undefined

/** Students of a class whom the viewer may bring along, with their status in the target guild; at most `most`. */
export const classmatesOf = async (
  db: Db,
  viewer: Actor,
  { which, guild_id, now, most }: { which: WhichClass; guild_id: number; now: number; most: number },
): Promise<{ user_id: number; status: MemberStatus | null; can_be_asked: boolean }[]> => {
  const rows = await students(db, viewer)
    .leftJoin('guild_members as there', (join) =>
      join.onRef('there.user_id', '=', 'users.id').on('there.guild_id', '=', guild_id),
    )
    .select(['users.id', 'there.status'])
    .select(sql<number>`case when ${canBeAsked(guild_id, now)} then 1 else 0 end`.as('can_be_asked'))
    .$if('class_name' in which, (all) =>
      all.where('users.organization_name', '=', 'class_name' in which ? which.class_name : ''),
    )
    .$if('from_guild_id' in which, (all) =>
      all.where(({ eb, selectFrom }) =>
        eb(
          'users.id',
          'in',
          selectFrom('guild_members as gm')
            .select('gm.user_id')
            .where('gm.guild_id', '=', 'from_guild_id' in which ? which.from_guild_id : 0)
            .where('gm.role', '=', 'student')
            .where('gm.status', '=', 'member'),
        ),
      ),
    )
    .orderBy('users.id')
    .limit(most)
    .execute()
  return rows.map(({ id, status, can_be_asked }) => ({
    user_id: id,
    status,
    can_be_asked: Number(can_be_asked) === 1,
  }))
}
