import { sql } from 'kysely'
import type { Migration } from '../migrate.ts'

/**
 * Moments that were seen. Everything that happened before this migration counts as seen, so that no moment appears for
 * last year's work.
 */
export const up: Migration = async ({ db }) => {
  await db.schema
    .createTable('seen_moments')
    .addColumn('user_id', 'integer', (c) => c.notNull().references('users.id').onDelete('cascade'))
    .addColumn('kind', 'text', (c) => c.notNull().check(sql`kind in ('seal', 'level', 'chapter')`))
    .addColumn('about', 'integer', (c) => c.notNull())
    .addColumn('seen_at', 'bigint', (c) => c.notNull())
    .addPrimaryKeyConstraint('seen_moments_pk', ['user_id', 'kind', 'about'])
    .execute()
  await sql`insert into seen_moments (user_id, kind, about, seen_at)
    select user_id, 'seal', id, submitted_at from submissions where featured`.execute(db)
  await sql`insert into seen_moments (user_id, kind, about, seen_at)
    select user_id, 'level', level_reached, 0 from ledger_totals where level_reached > 1`.execute(db)
  await sql`insert into seen_moments (user_id, kind, about, seen_at)
    select distinct e.user_id, 'chapter', t.chapter_id, 0 from enrolments e join tasks t on t.id = e.task_id
    where e.state = 'passed' and t.chapter_id is not null and not exists (
      select 1 from tasks other where other.chapter_id = t.chapter_id and other.status in ('open', 'closed') and not exists (
        select 1 from enrolments done where done.task_id = other.id and done.user_id = e.user_id and done.state in ('passed', 'excused')))`.execute(
    db,
  )
}
