import { sql, type Kysely } from 'kysely'
import type { Migration } from '../migrate.ts'

const reportColumns =
  'id, target, target_id, guild_id, reporter_id, reason, note, status, decided_by, decided_at, created_at'

/** Notes between a student and the staff of the guild under a result, and who waits for a reply. */
export const up: Migration = async ({ db, dialect, id }) => {
  await db.schema
    .createTable('note_threads')
    .addColumn('task_id', 'integer', (c) => c.notNull().references('tasks.id').onDelete('cascade'))
    .addColumn('student_id', 'integer', (c) => c.notNull().references('users.id').onDelete('cascade'))
    .addColumn('guild_id', 'integer', (c) => c.notNull().references('guilds.id').onDelete('cascade'))
    .addColumn('settled_id', 'integer', (c) => c.notNull().defaultTo(0))
    .addColumn('waiting_since', 'bigint')
    .addPrimaryKeyConstraint('note_threads_pk', ['task_id', 'student_id'])
    .execute()
  await sql`create index note_threads_waiting on note_threads (guild_id, waiting_since) where waiting_since is not null`.execute(
    db,
  )
  await db.schema.createIndex('note_threads_student').on('note_threads').column('student_id').execute()

  await db.schema
    .createTable('submission_notes')
    .$call(id)
    .addColumn('task_id', 'integer', (c) => c.notNull().references('tasks.id').onDelete('cascade'))
    .addColumn('student_id', 'integer', (c) => c.notNull().references('users.id').onDelete('cascade'))
    .addColumn('guild_id', 'integer', (c) => c.notNull().references('guilds.id').onDelete('cascade'))
    .addColumn('enrolment_id', 'integer', (c) => c.notNull().references('enrolments.id').onDelete('cascade'))
    .addColumn('author_id', 'integer', (c) => c.notNull().references('users.id').onDelete('cascade'))
    .addColumn('role', 'text', (c) => c.notNull().check(sql`role in ('student', 'assistant', 'teacher', 'admin')`))
    .addColumn('content', 'text', (c) => c.notNull())
    .addColumn('key', 'text', (c) => c.notNull())
    .addColumn('created_at', 'bigint', (c) => c.notNull())
    .addColumn('edited_at', 'bigint')
    .addColumn('deleted_at', 'bigint')
    .addColumn('hidden_at', 'bigint')
    .addColumn('hidden_by', 'integer')
    .addColumn('hidden_reason', 'text', (c) => c.notNull().defaultTo(''))
    .addUniqueConstraint('submission_notes_once', ['author_id', 'key'])
    .execute()
  const index = (name: string, columns: string[]) =>
    db.schema.createIndex(name).on('submission_notes').columns(columns).execute()
  await index('submission_notes_thread', ['task_id', 'student_id', 'id'])
  await index('submission_notes_student', ['student_id', 'id'])
  await index('submission_notes_enrolment', ['enrolment_id'])
  await sql`create index submission_notes_deleted on submission_notes (deleted_at) where deleted_at is not null`.execute(
    db,
  )

  if (dialect === 'sqlite') await withNotes(db)
  else {
    await sql`alter table reports drop constraint reports_target_check`.execute(db)
    await sql`alter table reports add constraint reports_target_check check (target in ('discussion', 'submit', 'note'))`.execute(
      db,
    )
  }
}

/** SQLite must recreate the table to allow another value in a column; ids already used are not used again. */
const withNotes = async (db: Kysely<unknown>): Promise<void> => {
  await sql`create table reports_new (
    id integer primary key autoincrement,
    target text not null check (target in ('discussion', 'submit', 'note')),
    target_id integer not null,
    guild_id integer not null references guilds (id) on delete cascade,
    reporter_id integer not null references users (id) on delete cascade,
    reason text not null check (reason in ('abuse', 'spam', 'privacy', 'answer', 'other')),
    note text default '' not null,
    status text default 'open' not null check (status in ('open', 'kept', 'hidden')),
    decided_by integer, decided_at bigint, created_at bigint not null,
    constraint reports_once unique (target, target_id, reporter_id))`.execute(db)
  const names = sql.raw(reportColumns)
  await sql`insert into reports_new (${names}) select ${names} from reports`.execute(db)
  await sql`delete from sqlite_sequence where name = 'reports_new'`.execute(db)
  await sql`insert into sqlite_sequence (name, seq) select 'reports_new', seq from sqlite_sequence where name = 'reports'`.execute(
    db,
  )
  await sql`drop table reports`.execute(db)
  await sql`alter table reports_new rename to reports`.execute(db)
  await db.schema.createIndex('reports_inbox').on('reports').columns(['guild_id', 'status', 'id']).execute()
  await sql`create index reports_by on reports (reporter_id, target, target_id)`.execute(db)
}
