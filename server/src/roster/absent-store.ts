import { sql, type SqlBool } from 'kysely'
import type { Db } from '../db/schema.ts'
import type { Actor } from '../guilds/power-rules.ts'
import { inChargeOf } from '../guilds/power-store.ts'
import { isStudent } from './student-role-store.ts'

/** Whether a row of the list is about a student, also one that is left out because something in it is wrong. */
const isNamed = (import_id: number) =>
  sql<SqlBool>`(u.id in (select r.user_id from roster_rows r where r.import_id = ${import_id} and r.user_id is not null) or coalesce(u.student_no, '') in (select r.student_no from roster_rows r where r.import_id = ${import_id} and r.student_no <> ''))`

const classmates = (db: Db, import_id: number, viewer: Actor) =>
  db
    .selectFrom('users as u')
    .where('u.status', '=', 'normal')
    .where((where) =>
      where(
        'u.organization_name',
        'in',
        where
          .selectFrom('roster_rows as c')
          .select('c.class_name')
          .where('c.import_id', '=', import_id)
          .where('c.class_name', '<>', ''),
      ),
    )
    .where(isStudent('u.id'))
    .where(inChargeOf(viewer, 'u.id'))

/** The classes of a list, with the number of their students whom a viewer may see and of those whom the list names. */
export const namedInClasses = async (db: Db, import_id: number, viewer: Actor) => {
  const rows = await classmates(db, import_id, viewer)
    .select('u.organization_name as name')
    .select(sql<number>`cast(count(*) as bigint)`.as('students'))
    .select(sql<number>`cast(sum(case when ${isNamed(import_id)} then 1 else 0 end) as bigint)`.as('named'))
    .groupBy('u.organization_name')
    .execute()
  return rows.map(({ name, students, named }) => ({ name, students: Number(students), named: Number(named) }))
}

/** The students of some classes whom a list does not name, by class and user name; at most `most`. */
export const notNamedIn = async (
  db: Db,
  import_id: number,
  viewer: Actor,
  { classes, most }: { classes: readonly string[]; most: number },
): Promise<{ student_no: string; real_name: string; class_name: string }[]> => {
  if (classes.length === 0) return []
  const rows = await classmates(db, import_id, viewer)
    .select(['u.student_no', 'u.username', 'u.real_name', 'u.nickname', 'u.organization_name as class_name'])
    .where('u.organization_name', 'in', classes)
    .where(sql<SqlBool>`not ${isNamed(import_id)}`)
    .orderBy('u.organization_name')
    .orderBy('u.username_key')
    .limit(most)
    .execute()
  return rows.map(({ student_no, username, real_name, nickname, class_name }) => ({
    student_no: student_no ?? username,
    real_name: real_name || nickname,
    class_name,
  }))
}
