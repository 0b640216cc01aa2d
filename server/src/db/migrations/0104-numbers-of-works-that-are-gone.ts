import { sql, type Kysely } from 'kysely'
import type { Migration } from '../migrate.ts'

/**
 * The number of a certificate stays taken after its work is deleted for good: the guild that answers for it is stored
 * beside it. A process of the previous version, which still serves during an upgrade, stores none; the guild of the
 * work then counts.
 */
export const up: Migration = async ({ db, dialect }) => {
  if (dialect === 'sqlite') return madeAnew(db)
  await sql`alter table certificates add column guild_id integer references guilds (id) on delete cascade`.execute(db)
  await sql`update certificates set guild_id = work.guild_id
    from submissions as work where work.id = certificates.submission_id`.execute(db)
  await sql`alter table certificates alter column submission_id drop not null`.execute(db)
  await sql`alter table certificates drop constraint certificates_submission_id_fkey`.execute(db)
  await sql`alter table certificates add constraint certificates_submission_id_fkey
    foreign key (submission_id) references submissions (id) on delete set null`.execute(db)
  await guildIndex(db)
}

/** For deleting the numbers of a guild with the guild. */
const guildIndex = (db: Kysely<unknown>) =>
  db.schema.createIndex('certificates_guild').on('certificates').columns(['guild_id']).execute()

/** SQLite must recreate the table to make a column nullable; ids already used are not used again. */
const madeAnew = async (db: Kysely<unknown>): Promise<void> => {
  await sql`create table certificates_new (
    id integer primary key autoincrement,
    number text not null unique,
    submission_id integer references submissions (id) on delete set null,
    guild_id integer references guilds (id) on delete cascade,
    dated_at bigint not null, created_at bigint not null, withdrawn_at bigint)`.execute(db)
  await sql`insert into certificates_new (id, number, submission_id, guild_id, dated_at, created_at, withdrawn_at)
    select its.id, its.number, its.submission_id, work.guild_id, its.dated_at, its.created_at, its.withdrawn_at
    from certificates as its inner join submissions as work on work.id = its.submission_id`.execute(db)
  await sql`delete from sqlite_sequence where name = 'certificates_new'`.execute(db)
  await sql`insert into sqlite_sequence (name, seq)
    select 'certificates_new', seq from sqlite_sequence where name = 'certificates'`.execute(db)
  await sql`drop table certificates`.execute(db)
  await sql`alter table certificates_new rename to certificates`.execute(db)
  await db.schema.createIndex('certificates_submission').on('certificates').columns(['submission_id']).execute()
  await sql`create unique index certificates_standing on certificates (submission_id) where withdrawn_at is null`.execute(
    db,
  )
  await guildIndex(db)
}
