import { sql } from 'kysely'
import type { Migration } from '../migrate.ts'

/**
 * Whether an account was open when its deletion was approved: canceling the deletion reopens no other. Also removes
 * memberships as staff, roles and second factors that an erasure had left.
 */
export const up: Migration = async ({ db }) => {
  await db.schema
    .alterTable('deletion_requests')
    .addColumn('was_open', 'boolean', (c) => c.notNull().defaultTo(sql`true`))
    .execute()
  const isErased = sql`user_id in (select d.user_id from deletion_requests as d where d.status = 'erased')`
  await sql`update guild_members set role = 'student', status = 'left', title = '', can_review = false,
    can_moderate = false, can_admit = false, can_see_grades = false
    where role <> 'student' and status = 'member' and ${isErased}`.execute(db)
  await sql`delete from user_roles where role <> 'student' and ${isErased}`.execute(db)
  await sql`delete from second_factors where ${isErased}`.execute(db)
  await sql`delete from recovery_codes where ${isErased}`.execute(db)
}
