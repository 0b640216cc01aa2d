import { sql } from 'kysely'
import type { Migration } from '../migrate.ts'

/**
 * Hides a reported work from its reporter. One of two migrations numbered 0021: both are recorded in databases by their
 * names, so neither can be renumbered, and they change nothing in common.
 */
export const up: Migration = async ({ db }) => {
  await db.schema
    .createTable('work_hidings')
    .addColumn('submission_id', 'integer', (c) => c.notNull().references('submissions.id').onDelete('cascade'))
    .addColumn('user_id', 'integer', (c) => c.notNull().references('users.id').onDelete('cascade'))
    .addColumn('created_at', 'bigint', (c) => c.notNull())
    .addPrimaryKeyConstraint('work_hidings_pk', ['submission_id', 'user_id'])
    .execute()
  await db.schema.createIndex('work_hidings_user').on('work_hidings').columns(['user_id', 'submission_id']).execute()
  await sql`insert into work_hidings (submission_id, user_id, created_at)
    select target_id, reporter_id, created_at from reports where target = 'submit' and target_id in (select id from submissions)`.execute(
    db,
  )
}
