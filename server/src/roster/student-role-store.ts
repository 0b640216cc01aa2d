import { sql, type SqlBool } from 'kysely'

const has = (person: string, roles: string) =>
  sql<SqlBool>`exists (select 1 from user_roles as r where r.user_id = ${sql.ref(person)} and r.role in (${sql.raw(roles)}))`

/** Whether a person, by the column of their id, has the role of an assistant. */
export const assists = (person: string) => has(person, `'assistant'`)

/**
 * Whether a person, by the column of their id, is a student of the school: assistants of a guild included, unless they
 * only assist; teachers and administrators excluded. A teacher's own students are a narrower set, defined by
 * `inChargeOf`.
 */
export const isStudent = (person: string) =>
  sql<SqlBool>`(not ${has(person, `'teacher', 'admin'`)} and (${has(person, `'student'`)} or not ${assists(person)}))`
