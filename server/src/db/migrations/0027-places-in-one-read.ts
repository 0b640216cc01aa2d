import { sql } from 'kysely'
import type { Migration } from '../migrate.ts'

/**
 * A ranking shows fifty people who stand far apart in its table. Its indexes hold now what a place shows, so that the
 * rows of the list are not looked up; and on SQLite the table is kept by its key, so that the place before is found in
 * one step, not in two.
 */
export const up: Migration = async ({ db, dialect }) => {
  await sql`drop index ranking_rows_excellent`.execute(db)
  await sql`drop index ranking_rows_workhard`.execute(db)
  if (dialect === 'sqlite') await keepByKey(db)
  await sql`create index ranking_rows_excellent
    on ranking_rows (period, guild_id, excellent_rank, featured desc, released_at, user_id, excellent, counted, only_guild_id)
    where excellent_rank is not null`.execute(db)
  await sql`create index ranking_rows_workhard
    on ranking_rows (period, guild_id, workhard_rank, active_days desc, active_at, user_id, experience, only_guild_id)
    where workhard_rank is not null`.execute(db)
}

const keepByKey = async (db: Parameters<Migration>[0]['db']): Promise<void> => {
  await db.schema
    .createTable('ranking_rows_by_key')
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
    .modifyEnd(sql`without rowid`)
    .execute()
  await sql`insert into ranking_rows_by_key select * from ranking_rows order by period, guild_id, user_id`.execute(db)
  await sql`drop table ranking_rows`.execute(db)
  await sql`alter table ranking_rows_by_key rename to ranking_rows`.execute(db)
  await db.schema.createIndex('ranking_rows_user').on('ranking_rows').column('user_id').execute()
}
