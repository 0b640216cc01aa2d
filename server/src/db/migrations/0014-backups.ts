import { sql } from 'kysely'
import type { Migration } from '../migrate.ts'

export const up: Migration = async ({ db, id }) => {
  await db.schema
    .createTable('backup_runs')
    .$call(id)
    .addColumn('state', 'text', (c) =>
      c.notNull().check(sql`state in ('waiting', 'running', 'done', 'failed', 'removed')`),
    )
    .addColumn('asked_by', 'integer')
    .addColumn('asked_at', 'bigint', (c) => c.notNull())
    .addColumn('ended_at', 'bigint')
    .addColumn('name', 'text', (c) => c.notNull().defaultTo(''))
    .addColumn('size', 'bigint', (c) => c.notNull().defaultTo(0))
    .addColumn('row_count', 'bigint', (c) => c.notNull().defaultTo(0))
    .addColumn('file_count', 'integer', (c) => c.notNull().defaultTo(0))
    .addColumn('problem', 'text', (c) => c.notNull().defaultTo(''))
    .execute()
  // One at a time, whoever asks.
  await sql`create unique index backup_runs_open on backup_runs ((1)) where state in ('waiting', 'running')`.execute(db)
}
