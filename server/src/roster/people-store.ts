import { sql, type SqlBool } from 'kysely'
import { contains } from '../db/contains.ts'
import { pageOf, type PageRequest } from '../db/paging.ts'
import { placesOf } from '../db/places.ts'
import type { Db } from '../db/schema.ts'
import type { Actor } from '../guilds/power-rules.ts'
import { inChargeOf } from '../guilds/power-store.ts'
import { assists, isStudent } from './student-role-store.ts'

export type StudentFilter = {
  keyword?: string
  guild_id?: number
  class_name?: string
  disabled?: boolean
  never_in?: boolean
  user_ids?: number[]
}
export type StudentOrder = {
  sort?: 'login' | 'name' | 'class' | 'seen'
  descending?: boolean
  /** The names of classes in the order of a school, for `class`; students of others come behind them. */
  classes?: readonly string[]
}

// `in`, not `exists`: a guild has fewer members than a district has people that `exists` would check one by one.
const inGuild = (guild_id: number) =>
  sql<SqlBool>`u.id in (select gm.user_id from guild_members gm where gm.guild_id = ${guild_id} and gm.status = 'member')`

const students = (db: Db, viewer: Actor) =>
  db
    .selectFrom('users as u')
    .select([
      'u.id',
      'u.username',
      'u.nickname',
      'u.real_name',
      'u.student_no',
      'u.organization_name as class_name',
      'u.status',
      'u.must_change_password',
      'u.last_login_at',
      'u.created_at',
      'u.username_key',
    ])
    .select(sql<number>`case when ${assists('u.id')} then 1 else 0 end`.as('assists'))
    .select(['u.email', 'u.email_given', 'u.email_confirmed', 'u.mobile', 'u.mobile_confirmed'])
    .where(isStudent('u.id'))
    .where(inChargeOf(viewer, 'u.id'))

// The beginning of a name, for sorting and cursors: a cursor has no room for whole names.
const begins = (column: string, letters: number) => sql<string>`substr(${sql.ref(column)}, 1, ${sql.lit(letters)})`

const keys = [
  sql<string>`lower(case when u.real_name = '' then u.nickname else u.real_name end)`.as('name_key'),
  begins('u.organization_name', 14).as('class_key'),
  begins('u.username_key', 16).as('login_key'),
  sql<number>`coalesce(u.last_login_at, 0)`.as('seen_key'),
] as const

/** Students with the place of their class among these, which is behind all of them for any other. */
const inPlaces = (db: Db, query: ReturnType<typeof students>, classes: readonly string[]) =>
  query
    .leftJoin(placesOf(db, classes).as('p'), 'p.name', 'u.organization_name')
    .select(sql<number>`cast(coalesce(p.place, ${classes.length}) as integer)`.as('class_place'))

const orders = {
  login: ['username_key'],
  name: ['name_key', 'id'],
  class: ['class_place', 'class_key', 'login_key', 'id'],
  seen: ['seen_key', 'id'],
} as const

/** Students a viewer may see, by user name unless another order is requested. */
export const listStudents = async (
  db: Db,
  viewer: Actor,
  { keyword = '', guild_id, class_name, disabled, never_in, user_ids }: StudentFilter,
  request: PageRequest,
  { sort = 'login', descending = false, classes = [] }: StudentOrder = {},
) => {
  const query = students(db, viewer)
    .$if(user_ids !== undefined, (all) => all.where('u.id', 'in', user_ids ?? []))
    .$if(class_name !== undefined, (all) => all.where('u.organization_name', '=', class_name ?? ''))
    .$if(guild_id !== undefined, (all) => all.where(inGuild(guild_id ?? 0)))
    .$if(disabled !== undefined, (all) => all.where('u.status', '=', disabled ? 'disabled' : 'normal'))
    .$if(never_in === true, (all) => all.where('u.last_login_at', 'is', null))
    .$if(keyword.trim() !== '', (all) =>
      all.where((where) =>
        where.or(
          ['u.username_key', 'u.nickname', 'u.real_name', 'u.student_no'].map((column) =>
            contains(db, column, keyword),
          ),
        ),
      ),
    )
  const direction = descending ? 'desc' : 'asc'
  const page =
    sort === 'login'
      ? await pageOf(db, query, [{ field: 'username_key', column: 'u.username_key', direction }], request)
      : await pageOf(
          db,
          db.selectFrom(inPlaces(db, query, classes).select(keys).as('found')).selectAll(),
          orders[sort].map((field) => ({ field, direction })),
          request,
        )
  return { ...page, list: await withGuilds(db, page.list) }
}

const shownClasses = 500

/** The classes of the students a viewer may see, by name. */
export const listClassNames = async (db: Db, viewer: Actor): Promise<{ name: string; students: number }[]> => {
  const rows = await db
    .selectFrom('users as u')
    .select(['u.organization_name as name', sql<number>`count(*)`.as('students')])
    .where('u.organization_name', '<>', '')
    .where(isStudent('u.id'))
    .where(inChargeOf(viewer, 'u.id'))
    .groupBy('u.organization_name')
    .orderBy('u.organization_name')
    .limit(shownClasses)
    .execute()
  return rows.map(({ name, students: count }) => ({ name, students: Number(count) }))
}

export const findStudent = async (db: Db, viewer: Actor, id: number) => {
  const row = await students(db, viewer).where('u.id', '=', id).executeTakeFirst()
  return row && (await withGuilds(db, [row]))[0]
}

export type Student = NonNullable<Awaited<ReturnType<typeof findStudent>>>

const shownGuilds = 5

const withGuilds = async <R extends { id: number }>(
  db: Db,
  rows: readonly R[],
): Promise<(R & { guilds: string[]; guild_count: number })[]> => {
  if (rows.length === 0) return []
  const names = await db
    .selectFrom('guild_members as gm')
    .innerJoin('guilds as g', 'g.id', 'gm.guild_id')
    .select(['gm.user_id', 'g.name'])
    .where('gm.status', '=', 'member')
    .where(
      'gm.user_id',
      'in',
      rows.map(({ id }) => id),
    )
    .orderBy('g.id')
    .execute()
  const own = Map.groupBy(names, ({ user_id }) => user_id)
  return rows.map((row) => {
    const guilds = (own.get(row.id) ?? []).map(({ name }) => name)
    return { ...row, guilds: guilds.slice(0, shownGuilds), guild_count: guilds.length }
  })
}

/** The ids of the guilds a user is a member of now. */
export const guildIdsOf = async (db: Db, user_id: number): Promise<number[]> =>
  (
    await db
      .selectFrom('guild_members')
      .select('guild_id')
      .where('user_id', '=', user_id)
      .where('status', '=', 'member')
      .orderBy('guild_id')
      .execute()
  ).map(({ guild_id }) => guild_id)

/** Whether a user is a member of a guild by origin `school`. */
export const cameBySchool = async (db: Db, user_id: number): Promise<boolean> =>
  (await db
    .selectFrom('guild_members')
    .select('id')
    .where('user_id', '=', user_id)
    .where('status', '=', 'member')
    .where('origin', '=', 'school')
    .limit(1)
    .executeTakeFirst()) !== undefined
