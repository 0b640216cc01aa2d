import { sql, type Expression, type RawBuilder, type SqlBool } from 'kysely'
import type { Db } from '../db/schema.ts'
import type { Actor } from './power-rules.ts'
import type { Origin } from './store.ts'

// They came by an act of their own, of the school, or with an account a list made. One that staff made gives no power,
// whatever they do next.
const powerfulOrigins: readonly Origin[] = ['own', 'school', 'made_here']
const powerful = sql.join(powerfulOrigins.map((origin) => sql.lit(origin)))

/**
 * For `where` and `select`: students of a guild somebody teaches now, who came there by an act of their own, of the school, or
 * with an account its list made, by the column of their id. Who they are is read there, whatever else they are.
 */
const isTaughtBy = (user_id: number, person: string): Expression<SqlBool> =>
  // `in`, not `exists`: a guild has fewer members than a district has people to ask about each of them.
  sql<SqlBool>`${sql.ref(person)} in (
    select student.user_id from guild_members as teacher join guild_members as student on student.guild_id = teacher.guild_id
    where teacher.user_id = ${user_id} and teacher.status = 'member' and teacher.role = 'teacher'
    and student.status = 'member' and student.role = 'student' and student.origin in (${powerful}))`

/**
 * For `where` and `select`: people whose password, name, number and class a member of staff may change or be shown, by the
 * column of their id. An administrator is in charge of everybody but herself; a teacher of people with no role but 学生 who
 * are in a guild she teaches now and came there by an act of their own, of the school, or with an account its list made.
 * This is the only place that says so.
 */
export const inChargeOf = ({ user_id, is_admin }: Actor, person: string): Expression<SqlBool> => {
  if (is_admin) return sql<SqlBool>`${sql.ref(person)} <> ${user_id}`
  return sql<SqlBool>`(${isTaughtBy(user_id, person)}
    and not exists (select 1 from user_roles as granted where granted.user_id = ${sql.ref(person)} and granted.role <> 'student'))`
}

/**
 * For `where`: students whom a member of staff may bring along with their class, by the column of their id. Who assists in a
 * guild is a student still, as in the lists of the school; who teaches or administrates, or does nothing but assist, is none.
 * It gives no power over anybody: a teacher asks them, and reads who they are in her guild.
 */
export const mayBringAlong = ({ user_id, is_admin }: Actor, person: string): Expression<SqlBool> => {
  const granted = sql`select 1 from user_roles as granted where granted.user_id = ${sql.ref(person)} and granted.role`
  const isStudent = sql`not exists (${granted} in ('teacher', 'admin'))
    and (exists (${granted} = 'student') or not exists (${granted} = 'assistant'))`
  return is_admin
    ? sql<SqlBool>`(${sql.ref(person)} <> ${user_id} and ${isStudent})`
    : sql<SqlBool>`(${isTaughtBy(user_id, person)} and ${isStudent})`
}

/** Somebody a member of staff is in charge of. Anyone else does not exist for her. */
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
 * A column of somebody’s that not everybody reads, among the people of one guild: empty for its staff where the membership
 * `member` gives no power. Who has left stays readable in what is past.
 */
export const personal = ({ is_admin }: Pick<Actor, 'is_admin'>, member: string, column: string): RawBuilder<string> =>
  is_admin
    ? sql<string>`coalesce(${sql.ref(column)}, '')`
    : sql<string>`case when ${sql.ref(`${member}.origin`)} in (${powerful}) then coalesce(${sql.ref(column)}, '') else '' end`

/**
 * The school has named an account itself, by its own list or its log-in: no membership gives power over it any more for a
 * teacher’s list having made it. In the guilds the school names with it, they are by the school. Answers whether a list had
 * made it. Call it in a transaction.
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
  // Once more, until there is none: the first waits for a guild that is being copied, and does not see the copy.
  while ((await change.executeTakeFirst()).numUpdatedRows > 0n) isTaken = true
  return isTaken
}
