import { sql, type SqlBool } from 'kysely'
import type { Db } from '../db/schema.ts'

/**
 * Somebody whom a member of staff may give a password: an administrator anyone but himself, a teacher only pupils — people
 * with no role but 学生 — who are in a guild of hers. Anyone else does not exist for her.
 */
export const findInCharge = (
  db: Db,
  user_id: number,
  staff: { user_id: number; isAdmin: boolean },
): Promise<{ id: number; username: string } | undefined> => {
  const person = db
    .selectFrom('users')
    .select(['users.id', 'users.username'])
    .where('users.id', '=', user_id)
    .where('users.id', '<>', staff.user_id)
  if (staff.isAdmin) return person.executeTakeFirst()
  return person
    .where(
      sql<SqlBool>`not exists (select 1 from user_roles where user_roles.user_id = users.id and user_roles.role <> 'student')`,
    )
    .where(
      sql<SqlBool>`exists (select 1 from guild_members as pupil join guild_members as teacher on teacher.guild_id = pupil.guild_id
        where pupil.user_id = users.id and pupil.status = 'member' and pupil.role = 'student'
        and teacher.user_id = ${staff.user_id} and teacher.status = 'member' and teacher.role = 'teacher')`,
    )
    .executeTakeFirst()
}
