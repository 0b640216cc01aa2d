import { sql, type Expression, type RawBuilder, type SqlBool } from 'kysely'
import type { Db } from '../db/schema.ts'
import type { Actor } from './power-rules.ts'
import type { Origin } from './store.ts'

// Origins that give power: an act of the member's own, of the school, or an account made by a list. A membership that
// staff made gives none, whatever staff do next.
const powerfulOrigins: readonly Origin[] = ['own', 'school', 'made_here']
const powerful = sql.join(powerfulOrigins.map((origin) => sql.lit(origin)))

/**
 * For `where` and `select`: students, by the column of their id, of a guild the user teaches now, who came there by an
 * act of their own, of the school, or with an account its list made. Their identity is shown there, whatever other
 * roles they have.
 */
const isTaughtBy = (user_id: number, person: string): Expression<SqlBool> =>
  // `in`, not `exists`: a guild has fewer members than a district has people to check one by one.
  sql<SqlBool>`${sql.ref(person)} in (
    select student.user_id from guild_members as teacher join guild_members as student on student.guild_id = teacher.guild_id
    where teacher.user_id = ${user_id} and teacher.status = 'member' and teacher.role = 'teacher'
    and student.status = 'member' and student.role = 'student' and student.origin in (${powerful}))`

/**
 * For `where` and `select`: people, by the column of their id, whose password, name, number and class a member of staff
 * may change or be shown. An administrator is in charge of everybody but herself; a teacher of people with no role but
 * 学生 who are in a guild she teaches now and came there by an act of their own, of the school, or with an account its
 * list made. This is the only place that decides it.
 */
export const inChargeOf = ({ user_id, is_admin }: Actor, person: string): Expression<SqlBool> => {
  if (is_admin) return sql<SqlBool>`${sql.ref(person)} <> ${user_id}`
  return sql<SqlBool>`(${isTaughtBy(user_id, person)}
    and not exists (select 1 from user_roles as granted where granted.user_id = ${sql.ref(person)} and granted.role <> 'student'))`
}

/**
 * For `where`: students, by the column of their id, whom a member of staff may bring along with their class. A student
 * who assists in a guild is still a student, as in the lists of the school; teachers, administrators and those who only
 * assist are not. It gives no power over anybody: a teacher only invites them, and already sees who they are in her
 * guild.
 */
export const mayBringAlong = ({ user_id, is_admin }: Actor, person: string): Expression<SqlBool> => {
  const granted = sql`select 1 from user_roles as granted where granted.user_id = ${sql.ref(person)} and granted.role`
  const isStudent = sql`not exists (${granted} in ('teacher', 'admin'))
    and (exists (${granted} = 'student') or not exists (${granted} = 'assistant'))`
  return is_admin
    ? sql<SqlBool>`(${sql.ref(person)} <> ${user_id} and ${isStudent})`
    : sql<SqlBool>`(${isTaughtBy(user_id, person)} and ${isStudent})`
}

/** A user in the charge of a member of staff; undefined for anyone else. */
export const findInCharge = (
  db: Db,
  user_id: number,
  staff: Actor,
): Promise<{ id: number; username: string } | undefined> =>
  db
    .selectFrom('users')
    .select(['id', 'username'])
    .where('id', '=', user_id)
    .where(inChargeOf(staff, 'users.id'))
    .executeTakeFirst()

/**
 * A private column of a user, among the people of one guild: empty for its staff where the membership `member` gives no
 * power. Former members stay readable in past rows.
 */
export const personal = ({ is_admin }: Pick<Actor, 'is_admin'>, member: string, column: string): RawBuilder<string> =>
  is_admin
    ? sql<string>`coalesce(${sql.ref(column)}, '')`
    : sql<string>`case when ${sql.ref(`${member}.origin`)} in (${powerful}) then coalesce(${sql.ref(column)}, '') else '' end`

/**
 * Called when the school names an account itself, by its own list or its log-in: memberships no longer give power over
 * it because a teacher’s list made it. In the guilds the school names with it, the origin is the school. Returns
 * whether a list had made it. Call it in a transaction.
 */
export const takeUp = async (db: Db, user_id: number, guild_ids: readonly number[]): Promise<boolean> => {
  const origin =
    guild_ids.length === 0
      ? sql<Origin>`'staff'`
      : sql<Origin>`case when guild_id in (${sql.join(guild_ids)}) then 'school' else 'staff' end`
  const change = db
    .updateTable('guild_members')
    .set({ origin })
    .where('user_id', '=', user_id)
    .where('origin', '=', 'made_here')
  let isTaken = false
  // Repeated until nothing changes: the first update waits for a guild that is being copied, and does not see the copy.
  while ((await change.executeTakeFirst()).numUpdatedRows > 0n) isTaken = true
  return isTaken
}
