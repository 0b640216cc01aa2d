import { sql, type Kysely } from 'kysely'
import type { Migration } from '../migrate.ts'

const resultColumns =
  'id, submission_id, enrolment_id, reviewer_id, reviewer_role, decision, score, percent, percent_final, late_deduction, marked_version, text, marks, criteria, status, return_due_at, created_at, released_at'
const appealColumns =
  'id, result_id, submission_id, enrolment_id, user_id, guild_id, status, text, answer, answered_by, created_at, answered_at'

export const up: Migration = async ({ db, dialect }) => {
  // Offline: done in class or on paper; its results are entered without a submission.
  await db.schema
    .alterTable('tasks')
    .addColumn('channel', 'text', (c) =>
      c
        .notNull()
        .defaultTo('online')
        .check(sql`channel in ('online', 'offline')`),
    )
    .execute()
  if (dialect === 'sqlite') await withoutSubmissions(db)
  else {
    await sql`alter table results alter column submission_id drop not null`.execute(db)
    await sql`alter table appeals alter column submission_id drop not null`.execute(db)
  }

  await db.schema
    .createTable('entered_results')
    .addColumn('task_id', 'integer', (c) => c.notNull().references('tasks.id').onDelete('cascade'))
    .addColumn('user_id', 'integer', (c) => c.notNull().references('users.id').onDelete('cascade'))
    .addColumn('guild_id', 'integer', (c) => c.notNull())
    .addColumn('version', 'integer', (c) => c.notNull())
    .addColumn('word', 'text', (c) => c.notNull().check(sql`word in ('score', 'missing', 'excused', 'blank')`))
    .addColumn('score', 'double precision')
    .addColumn('text', 'text', (c) => c.notNull().defaultTo(''))
    .addColumn('released_at', 'bigint')
    .addColumn('entered_by', 'integer', (c) => c.notNull().references('users.id'))
    .addColumn('entered_role', 'text', (c) => c.notNull())
    .addColumn('entered_at', 'bigint', (c) => c.notNull())
    .addPrimaryKeyConstraint('entered_results_pk', ['task_id', 'user_id'])
    .execute()
  await db.schema
    .createIndex('entered_results_guild')
    .on('entered_results')
    .columns(['guild_id', 'user_id', 'task_id'])
    .execute()
}

/** SQLite must recreate the table to make a column nullable; ids already used are not used again. */
const withoutSubmissions = async (db: Kysely<unknown>): Promise<void> => {
  await sql`create table results_new (
    id integer primary key autoincrement,
    submission_id integer references submissions (id) on delete cascade,
    enrolment_id integer not null references enrolments (id) on delete cascade,
    reviewer_id integer not null references users (id),
    reviewer_role text not null,
    decision text not null check (decision in ('pass', 'return', 'fail')),
    score double precision, percent double precision, percent_final double precision,
    late_deduction double precision default 0 not null,
    marked_version integer,
    text text default '' not null, marks text default '[]' not null, criteria text default '[]' not null,
    status text not null check (status in ('held', 'released', 'replaced')),
    return_due_at bigint, created_at bigint not null, released_at bigint)`.execute(db)
  await sql`create table appeals_new (
    id integer primary key autoincrement,
    result_id integer not null unique references results_new (id) on delete cascade,
    submission_id integer references submissions (id) on delete cascade,
    enrolment_id integer not null references enrolments (id) on delete cascade,
    user_id integer not null references users (id) on delete cascade,
    guild_id integer not null,
    status text not null check (status in ('open', 'kept', 'changed')),
    text text not null, answer text default '' not null,
    answered_by integer, created_at bigint not null, answered_at bigint)`.execute(db)
  for (const [table, columns] of [
    ['results', resultColumns],
    ['appeals', appealColumns],
  ] as const) {
    const names = sql.raw(columns)
    await sql`insert into ${sql.table(`${table}_new`)} (${names}) select ${names} from ${sql.table(table)}`.execute(db)
    await sql`delete from sqlite_sequence where name = ${`${table}_new`}`.execute(db)
    await sql`insert into sqlite_sequence (name, seq) select ${`${table}_new`}, seq from sqlite_sequence where name = ${table}`.execute(
      db,
    )
  }
  await sql`drop table appeals`.execute(db)
  await sql`drop table results`.execute(db)
  await sql`alter table results_new rename to results`.execute(db)
  await sql`alter table appeals_new rename to appeals`.execute(db)
  const index = (name: string, on: string, columns: string[]) =>
    db.schema.createIndex(name).on(on).columns(columns).execute()
  await index('results_enrolment', 'results', ['enrolment_id', 'id'])
  await index('results_submission', 'results', ['submission_id', 'id'])
  await index('results_status', 'results', ['status', 'id'])
  await index('results_reviewer', 'results', ['reviewer_id', 'created_at'])
  await index('results_role', 'results', ['reviewer_role', 'created_at'])
  await index('appeals_inbox', 'appeals', ['guild_id', 'status', 'id'])
}
