import { sql, type Kysely } from 'kysely'
import type { Migration } from '../migrate.ts'

const purposes = sql`purpose in ('submission', 'avatar', 'task', 'banner', 'feedback')`

/**
 * Voices of teachers about a work, one row each: part of a draft until they belong to a result; and a purpose for their
 * files.
 */
export const up: Migration = async ({ db, dialect, id }) => {
  if (dialect === 'sqlite') await withPurpose(db)
  else {
    await sql`alter table files drop constraint files_purpose_check`.execute(db)
    await sql`alter table files add constraint files_purpose_check check (${purposes})`.execute(db)
  }
  await db.schema
    .createTable('voices')
    .$call(id)
    .addColumn('submission_id', 'integer', (c) => c.notNull().references('submissions.id').onDelete('cascade'))
    .addColumn('reviewer_id', 'integer', (c) => c.notNull().references('users.id'))
    // Null while it is a draft of its reviewer.
    .addColumn('result_id', 'integer', (c) => c.references('results.id').onDelete('cascade'))
    .addColumn('file_id', 'integer', (c) => c.references('files.id').onDelete('set null'))
    .addColumn('seconds', 'double precision', (c) => c.notNull())
    .addColumn('peaks', 'text', (c) => c.notNull().defaultTo('[]'))
    .addColumn('text', 'text', (c) => c.notNull().defaultTo(''))
    .execute()
  const index = (name: string, columns: string[]) => db.schema.createIndex(name).on('voices').columns(columns).execute()
  await index('voices_work', ['submission_id', 'reviewer_id', 'result_id'])
  await index('voices_result', ['result_id'])
  await index('voices_file', ['file_id'])
}

/** Replaces the column by a new one: recreating the table would empty the tables that refer to it. */
const withPurpose = async (db: Kysely<unknown>): Promise<void> => {
  await sql`alter table files add column purpose_now text not null default 'submission'
    check (purpose_now in ('submission', 'avatar', 'task', 'banner', 'feedback'))`.execute(db)
  await sql`update files set purpose_now = purpose`.execute(db)
  await sql`alter table files drop column purpose`.execute(db)
  await sql`alter table files rename column purpose_now to purpose`.execute(db)
}
