import { sql } from 'kysely'
import type { Db } from '../db/schema.ts'
import type { Actor } from '../guilds/power-rules.ts'
import { inChargeOf } from '../guilds/power-store.ts'
import type { Role } from './list-rules.ts'
import type { Known } from './rules.ts'
import { isStudent } from './student-role-store.ts'

const flag = (condition: unknown) => sql<number>`case when ${condition} then 1 else 0 end`
const has = (roles: string) =>
  sql`exists (select 1 from user_roles as r where r.user_id = u.id and r.role in (${sql.raw(roles)}))`

/**
 * The people with one of these numbers or user names, and whether the importer is in charge of them; by number or name
 * in lower case.
 */
export const knownPeople = async (db: Db, numbers: readonly string[], importer: Actor): Promise<Map<string, Known>> => {
  const known = new Map<string, Known>()
  if (numbers.length === 0) return known
  const keys = numbers.map((number) => number.toLowerCase())
  const rows = await db
    .selectFrom('users as u')
    .select(['u.id', 'u.username_key', 'u.student_no', 'u.real_name', 'u.organization_name', 'u.gender', 'u.status'])
    .select(['u.email', 'u.email_given'])
    .select([
      flag(sql`not ${isStudent('u.id')}`).as('is_staff'),
      flag(has(`'teacher', 'admin'`)).as('may_teach'),
      flag(inChargeOf(importer, 'u.id')).as('in_charge'),
      flag(
        sql`exists (select 1 from guild_members as made where made.user_id = u.id and made.origin = 'made_here')`,
      ).as('made_by_teacher'),
    ])
    .where((eb) => eb.or([eb(sql<string>`lower(u.student_no)`, 'in', keys), eb('u.username_key', 'in', keys)]))
    .execute()
  // Where two numbers differ only in case, the one spelled as in the list comes last and overwrites the other.
  const written = new Set(numbers)
  const isWritten = ({ student_no }: { student_no: string | null }) =>
    Number(student_no !== null && written.has(student_no))
  rows.sort((one, other) => isWritten(one) - isWritten(other))
  for (const { in_charge, is_staff, may_teach, made_by_teacher, status, email_given, ...row } of rows) {
    const person = {
      ...row,
      email_given: Boolean(email_given),
      is_staff: is_staff === 1,
      may_teach: may_teach === 1,
      is_disabled: status === 'disabled',
      in_charge: in_charge === 1,
      made_by_teacher: made_by_teacher === 1,
    }
    // A number takes precedence over a user name: one account's name may be another's number.
    if (!known.has(row.username_key)) known.set(row.username_key, person)
    if (row.student_no !== null) known.set(row.student_no.toLowerCase(), person)
  }
  return known
}

/** The names of those among these users whom a member of staff is in charge of. */
export const namesNow = async (db: Db, user_ids: readonly number[], staff: Actor): Promise<Map<number, string>> => {
  if (user_ids.length === 0) return new Map()
  const rows = await db
    .selectFrom('users as u')
    .select(['u.id', 'u.real_name'])
    .where('u.id', 'in', user_ids)
    .where(inChargeOf(staff, 'u.id'))
    .execute()
  return new Map(rows.map(({ id, real_name }) => [id, real_name]))
}

/** The current roles of people in guilds, by guild and person. */
export const partsIn = async (
  db: Db,
  guild_ids: readonly number[],
  user_ids: readonly number[],
): Promise<(guild_id: number, user_id: number) => Role | null> => {
  if (guild_ids.length === 0 || user_ids.length === 0) return () => null
  const rows = await db
    .selectFrom('guild_members')
    .select(['guild_id', 'user_id', 'role'])
    .where('guild_id', 'in', guild_ids)
    .where('user_id', 'in', user_ids)
    .where('status', '=', 'member')
    .execute()
  const parts = new Map(rows.map(({ guild_id, user_id, role }) => [`${guild_id} ${user_id}`, role]))
  return (guild_id, user_id) => parts.get(`${guild_id} ${user_id}`) ?? null
}

const shownGuilds = 3

/** Names of the guilds people are in now, three at most for each. */
export const guildsNow = async (db: Db, user_ids: readonly number[]): Promise<Map<number, string[]>> => {
  if (user_ids.length === 0) return new Map()
  const rows = await db
    .selectFrom('guild_members as gm')
    .innerJoin('guilds as g', 'g.id', 'gm.guild_id')
    .select(['gm.user_id', 'g.name'])
    .where('gm.user_id', 'in', user_ids)
    .where('gm.status', '=', 'member')
    .orderBy('g.id')
    .execute()
  const own = Map.groupBy(rows, ({ user_id }) => user_id)
  return new Map([...own].map(([id, names]) => [id, names.slice(0, shownGuilds).map(({ name }) => name)]))
}

/** Whether a student has an enrolment in a guild. */
export const hasWorked = async (db: Db, guild_id: number, user_id: number): Promise<boolean> =>
  (await db
    .selectFrom('enrolments')
    .select('id')
    .where('guild_id', '=', guild_id)
    .where('user_id', '=', user_id)
    .limit(1)
    .executeTakeFirst()) !== undefined

/** Those of these students who have an enrolment or a post in a guild. */
export const whoHasWorked = async (
  db: Db,
  guild_id: number,
  user_ids: readonly number[],
): Promise<ReadonlySet<number>> => {
  if (user_ids.length === 0) return new Set()
  const rows = await db
    .selectFrom('enrolments')
    .select('user_id')
    .where('guild_id', '=', guild_id)
    .where('user_id', 'in', user_ids)
    .union(
      db.selectFrom('discussions').select('user_id').where('guild_id', '=', guild_id).where('user_id', 'in', user_ids),
    )
    .execute()
  return new Set(rows.map(({ user_id }) => user_id))
}

/** The number of free places in a guild; `Infinity` where it has no capacity. */
export const placesLeft = async (db: Db, guild_id: number): Promise<number> => {
  const { capacity, member_count } = await db
    .selectFrom('guilds')
    .select(['capacity', 'member_count'])
    .where('id', '=', guild_id)
    .executeTakeFirstOrThrow()
  return capacity === null ? Infinity : capacity - member_count
}
