import type { RoleKey } from '@tongchuang/contract/accounts.ts'
import { expressionBuilder, sql, type Expression, type SqlBool } from 'kysely'
import type { Db, Schema } from '../db/schema.ts'
import type { Actor } from './power-rules.ts'
import type { Staff } from './rules.ts'

// Who is staff of a guild, in every shape it is asked in. Who has power over a person is another question: power-store.ts.

/** What an assistant may be given. Teachers and administrators may do all of it. */
export type Ability = Exclude<keyof Staff, 'role'>

/**
 * Somebody by their id or the column it stands in, with every role they have; or whoever acts, in the role they act in: an
 * administrator who acts as a teacher has a teacher's guilds.
 */
type Somebody = number | Expression<number> | Actor

const isAdministrator = (user: number | Expression<number>) =>
  sql<SqlBool>`exists (select 1 from user_roles where user_roles.user_id = ${user} and user_roles.role = 'admin')`

const isAmongMembers = (user: number | Expression<number>, guild: string, part: Expression<SqlBool>) =>
  sql<SqlBool>`exists (select 1 from guild_members as staff
    where staff.guild_id = ${sql.ref(guild)} and staff.user_id = ${user} and staff.status = 'member' and ${part})`

const hasPart = (who: Somebody, guild: string, part: Expression<SqlBool>): Expression<SqlBool> => {
  if (typeof who === 'object' && 'is_admin' in who)
    return who.is_admin ? sql<SqlBool>`1 = 1` : isAmongMembers(who.user_id, guild, part)
  return sql<SqlBool>`(${isAdministrator(who)} or ${isAmongMembers(who, guild, part)})`
}

const asStaff = sql<SqlBool>`staff.role <> 'student'`
const asTeacher = sql<SqlBool>`staff.role = 'teacher'`
const withAbility = (ability: Ability) =>
  sql<SqlBool>`(staff.role = 'teacher' or (staff.role = 'assistant' and ${sql.ref(`staff.${ability}`)}))`

/**
 * For `where` and `select`: whether somebody is staff of the guild in a column, with an ability: whether they may do that
 * there. Administrators are staff of all guilds. This is the only place that says so.
 */
export const isStaffOf = (who: Somebody, guild: string, ability?: Ability): Expression<SqlBool> =>
  hasPart(who, guild, ability === undefined ? asStaff : withAbility(ability))

/** The same for who leads the guild: its teachers and administrators. */
export const isLeadOf = (who: Somebody, guild: string): Expression<SqlBool> => hasPart(who, guild, asTeacher)

/**
 * Ids of the active guilds where somebody acts in one of their roles: all for administrators, those where that is their
 * part for others; with an ability, those where they may do that.
 */
export const guildsActedIn = ({ user_id, role }: { user_id: number; role: RoleKey }, ability?: Ability) => {
  const { selectFrom } = expressionBuilder<Schema>()
  const active = selectFrom('guilds as own').select('own.id').where('own.status', '=', 'active')
  if (role === 'admin') return active
  const mine = selectFrom('guild_members as gm')
    .select('gm.guild_id')
    .where('gm.user_id', '=', user_id)
    .where('gm.status', '=', 'member')
    .where('gm.role', '=', role)
  return active.where('own.id', 'in', role === 'assistant' && ability ? mine.where(`gm.${ability}`, '=', true) : mine)
}

const everything = { can_review: true, can_moderate: true, can_admit: true, can_see_grades: true }

/** What someone may do as staff of a guild; null for everybody else and for a guild that is not there. */
export const staffOf = async (db: Db, user_id: number, guild_id: number): Promise<Staff | null> => {
  const found = await db
    .selectFrom('guilds')
    .leftJoin('user_roles', (join) => join.on('user_roles.user_id', '=', user_id).on('user_roles.role', '=', 'admin'))
    .leftJoin('guild_members as gm', (join) =>
      join
        .onRef('gm.guild_id', '=', 'guilds.id')
        .on('gm.user_id', '=', user_id)
        .on('gm.status', '=', 'member')
        .on('gm.role', '!=', 'student'),
    )
    .select([
      'user_roles.role as account_role',
      'gm.role',
      'gm.can_review',
      'gm.can_moderate',
      'gm.can_admit',
      'gm.can_see_grades',
    ])
    .where('guilds.id', '=', guild_id)
    .executeTakeFirst()
  if (found?.account_role === 'admin') return { role: 'admin', ...everything }
  if (found?.role === 'teacher') return { role: 'teacher', ...everything }
  if (found?.role !== 'assistant') return null
  const { can_review, can_moderate, can_admit, can_see_grades } = found
  return {
    role: 'assistant',
    can_review: !!can_review,
    can_moderate: !!can_moderate,
    can_admit: !!can_admit,
    can_see_grades: !!can_see_grades,
  }
}

/** The people to tell when a guild needs its staff: its teachers, and the assistants who have the switch; none of them where it is null. */
export const staffToTell = async (db: Db, guild_id: number, ability: Ability | null): Promise<number[]> =>
  (await toldStaff(db, guild_id, ability).execute()).map(({ user_id }) => user_id)

/** The same as a part of another query. */
export const toldStaff = (db: Db, guild_id: number, ability: Ability | null) =>
  db
    .selectFrom('guild_members')
    .select('user_id')
    .where('guild_id', '=', guild_id)
    .where('status', '=', 'member')
    .where((where) =>
      where.or([
        where('role', '=', 'teacher'),
        ...(ability ? [where.and([where('role', '=', 'assistant'), where(ability, '=', true)])] : []),
      ]),
    )
    .orderBy('user_id')
