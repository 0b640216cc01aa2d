import { sql } from 'kysely'
import type { Migration } from '../migrate.ts'

/**
 * Which accounts at providers open the admin site: those linked there, with password and second factor. For existing
 * links the records of a year decide; whoever linked before that must link again.
 */
export const up: Migration = async ({ db }) => {
  await db.schema
    .alterTable('identities')
    .addColumn('for_staff', 'boolean', (c) => c.notNull().defaultTo(sql`false`))
    .execute()
  await sql`update identities set for_staff = true where how = 'owner' and exists (
    select 1 from audit_entries as a where a.call = '/api/admin/me/finish_link' and a.outcome = 'DONE'
      and a.user_id = identities.user_id and a.at = identities.linked_at)`.execute(db)
  await db.schema
    .alterTable('sessions')
    .addColumn('for_staff', 'boolean', (c) => c.notNull().defaultTo(sql`true`))
    .execute()
  const isNotLinked = sql`provider_id is not null and not exists (select 1 from identities as i
    where i.user_id = sessions.user_id and i.provider_id = sessions.provider_id and i.for_staff)`
  await sql`update sessions set for_staff = false where ${isNotLinked}`.execute(db)
  await sql`update sessions set ended_at = created_at, ended_reason = 'staff'
    where audience = 'admin' and ended_at is null and not for_staff`.execute(db)
}
