import { sql, type SqlBool } from 'kysely'

const has = (person: string, roles: string) =>
  sql<SqlBool>`exists (select 1 from user_roles as r where r.user_id = ${sql.ref(person)} and r.role in (${sql.raw(roles)}))`

/** Whether somebody assists in a guild, by the column of their id. */
export const assists = (person: string) => has(person, `'assistant'`)

/**
 * Who is a student of the school, by the column of their id: also one who assists in a guild, not one who only assists, and
 * nobody who teaches or administrates. What a teacher has power over is narrower, and `inChargeOf` says it.
 */
export const isStudent = (person: string) =>
  sql<SqlBool>`(not ${has(person, `'teacher', 'admin'`)} and (${has(person, `'student'`)} or not ${assists(person)}))`
