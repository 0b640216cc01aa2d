import type { RoleKey } from '@tongchuang/contract/accounts.ts'
import { expressionBuilder, sql, type Expression, type SqlBool } from 'kysely'
import type { Db, Schema } from '../db/schema.ts'
import type { Actor } from './power-rules.ts'
import type { Staff } from './rules.ts'

// Who is staff of a guild, in every form the question is asked. Power over a person is another question:
// power-store.ts.

/** A right an assistant may be given. Teachers and administrators have all of them. */
export type Ability = Exclude<keyof Staff, 'role'>

/**
 * A user by their id or by the column that holds it, with every role they have; or an actor, in the role they act in:
 * an administrator who acts as a teacher has a teacher's guilds.
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
 * For `where` and `select`: whether a user is staff of the guild in a column; with an ability, whether they have that
 * right there. Administrators are staff of all guilds. This is the only place that decides it.
 */
export const isStaffOf = (who: Somebody, guild: string, ability?: Ability): Expression<SqlBool> =>
  hasPart(who, guild, ability === undefined ? asStaff : withAbility(ability))

/** Whether somebody leads the guild in a column, for `where` and `select`: its teachers and administrators do. */
export const isLeadOf = (who: Somebody, guild: string): Expression<SqlBool> => hasPart(who, guild, asTeacher)

/**
 * Ids of the active guilds where somebody is staff: all guilds for those who act as administrators; for others, the
 * guilds where they are teachers or assistants, whichever of the two they act as. With an ability, only the guilds
 * where they have it; with `lead`, those they lead.
 */
export const guildsActedIn = ({ user_id, role }: { user_id: number; role: RoleKey }, ability?: Ability | 'lead') => {
  const { selectFrom } = expressionBuilder<Schema>()
  const active = selectFrom('guilds as own').select('own.id').where('own.status', '=', 'active')
  if (role === 'admin') return active
  const mine = selectFrom('guild_members as gm')
    .select('gm.guild_id')
    .where('gm.user_id', '=', user_id)
    .where('gm.status', '=', 'member')
  if (ability === undefined) return active.where('own.id', 'in', mine.where('gm.role', '<>', 'student'))
  if (ability === 'lead') return active.where('own.id', 'in', mine.where('gm.role', '=', 'teacher'))
  return active.where(
    'own.id',
    'in',
    mine.where((where) =>
      where.or([
        where('gm.role', '=', 'teacher'),
        where.and([where('gm.role', '=', 'assistant'), where(`gm.${ability}`, '=', true)]),
      ]),
    ),
  )
}

const everything = { can_review: true, can_moderate: true, can_admit: true, can_see_grades: true }

/** What someone may do as staff of a guild; null for everybody else and for a guild that does not exist. */
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

/**
 * The people to tell when a guild needs its staff: its teachers, and the assistants who have the ability. No assistants
 * when the ability is null.
 */
export const staffToTell = async (db: Db, guild_id: number, ability: Ability | null): Promise<number[]> =>
  (await toldStaff(db, guild_id, ability).execute()).map(({ user_id }) => user_id)

/** The same people as a subquery. */
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
