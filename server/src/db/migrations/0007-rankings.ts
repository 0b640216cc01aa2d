import { sql } from 'kysely'
import type { Migration } from '../migrate.ts'

/** The counters of the two rankings. */
export const up: Migration = async ({ db, id }) => {
  await db.schema
    .createTable('ranking_rows')
    .addColumn('period', 'text', (c) => c.notNull())
    .addColumn('guild_id', 'integer', (c) => c.notNull())
    .addColumn('user_id', 'integer', (c) => c.notNull().references('users.id').onDelete('cascade'))
    .addColumn('weight', 'double precision', (c) => c.notNull())
    .addColumn('weighted', 'double precision', (c) => c.notNull())
    .addColumn('percents', 'double precision', (c) => c.notNull())
    .addColumn('counted', 'integer', (c) => c.notNull())
    .addColumn('results', 'integer', (c) => c.notNull())
    .addColumn('featured', 'integer', (c) => c.notNull())
    .addColumn('released_at', 'bigint')
    .addColumn('experience', 'integer', (c) => c.notNull())
    .addColumn('active_days', 'integer', (c) => c.notNull())
    .addColumn('active_at', 'bigint')
    .addColumn('hidden', 'boolean', (c) => c.notNull())
    .addColumn('only_guild_id', 'integer')
    .addColumn('excellent', 'integer')
    .addColumn('excellent_rank', 'integer')
    .addColumn('workhard_rank', 'integer')
    .addPrimaryKeyConstraint('ranking_rows_pk', ['period', 'guild_id', 'user_id'])
    .execute()
  await db.schema.createIndex('ranking_rows_user').on('ranking_rows').column('user_id').execute()
  await sql`create index ranking_rows_excellent on ranking_rows (period, guild_id, excellent_rank, featured desc, released_at, user_id) where excellent_rank is not null`.execute(
    db,
  )
  await sql`create index ranking_rows_workhard on ranking_rows (period, guild_id, workhard_rank, active_days desc, active_at, user_id) where workhard_rank is not null`.execute(
    db,
  )

  await db.schema
    .createTable('ranking_scopes')
    .addColumn('period', 'text', (c) => c.notNull())
    .addColumn('guild_id', 'integer', (c) => c.notNull())
    .addColumn('excellent_listed', 'integer', (c) => c.notNull())
    .addColumn('workhard_listed', 'integer', (c) => c.notNull())
    .addColumn('updated_at', 'bigint', (c) => c.notNull())
    .addPrimaryKeyConstraint('ranking_scopes_pk', ['period', 'guild_id'])
    .execute()

  await db.schema
    .createTable('ranking_cursors')
    .addColumn('source', 'text', (c) => c.primaryKey())
    .addColumn('settled', 'bigint', (c) => c.notNull())
    .addColumn('pending', 'bigint', (c) => c.notNull())
    .addColumn('pending_at', 'bigint', (c) => c.notNull())
    .execute()

  await db.schema
    .createTable('ranking_stale')
    .$call(id)
    .addColumn('user_id', 'integer', (c) => c.notNull().references('users.id').onDelete('cascade'))
    .execute()

  // Tasks by last change, to follow what staff and the clock did to them.
  await db.schema.createIndex('tasks_changed').on('tasks').column('updated_at').execute()
}
