import { sql, type Kysely } from 'kysely'
import type { Migration } from '../migrate.ts'
import type { Dialect } from '../connection.ts'

type Db = Kysely<unknown>
type Done = { call: string; role: string | null; guild_id: number | null; input: string; at: number }

/**
 * How each membership came about, which decides about power over a person. Existing members count as joining by
 * themselves, except those whom the records show added or restored by staff, or added by a list.
 */
export const up: Migration = async ({ db, dialect }) => {
  await sql`alter table guild_members add column origin text not null default 'own' check (origin in ('own', 'school', 'made_here', 'staff'))`.execute(
    db,
  )
  await letRowsInvite(db, dialect)
  await sql`update guild_members set origin = 'staff' where role <> 'student'`.execute(db)
  await fromLists(db)
  await fromRecords(db)
}

/** Memberships from lists of teachers and of administrators, told apart by the role in which the list was applied. */
const fromLists = async (db: Db): Promise<void> => {
  const { rows: imports } = await sql<{
    id: number
    guild_id: number
    created_at: number
    applied_at: number | null
    is_admin: number | boolean
  }>`
    select id, guild_id, created_at, applied_at,
      exists (select 1 from user_roles where user_roles.user_id = roster_imports.created_by and user_roles.role = 'admin') as is_admin
    from roster_imports where guild_id is not null and state <> 'read' and state <> 'checked' order by id`.execute(db)
  const { rows: applied } = await sql<Pick<Done, 'role' | 'input'>>`
    select role, input from audit_entries where call = '/api/admin/roster/apply' and outcome in ('DONE', 'BEGUN')`.execute(
    db,
  )
  const roles = new Map(applied.map(({ role, input }) => [(JSON.parse(input) as { id?: number }).id, role]))
  for (const { id, guild_id, created_at, applied_at, is_admin } of imports) {
    const bySchool = roles.has(id) ? roles.get(id) === 'admin' : Boolean(is_admin)
    // A membership that began after the list was applied comes from another action.
    const came = sql`guild_id = ${guild_id} and role = 'student' and joined_at between ${created_at} and ${applied_at ?? Number.MAX_SAFE_INTEGER}`
    const listed = (did: string) =>
      sql`user_id in (select user_id from roster_rows where import_id = ${id} and did like ${did})`
    await sql`update guild_members set origin = ${bySchool ? 'school' : 'staff'} where ${came} and ${listed('%"joined":true%')}`.execute(
      db,
    )
    if (!bySchool)
      await sql`update guild_members set origin = 'made_here' where ${came} and ${listed('%"made":true%')}`.execute(db)
  }
}

const calls = [
  '/api/admin/guild/restore_members',
  '/api/admin/guild/save_staff',
  '/api/admin/guild/copy',
  '/api/admin/person/merge',
]
// The number of items of a list that a record keeps.
const keptItems = 50

/**
 * Applies the recorded changes of staff to memberships, in order; a membership begins at the exact time of the call
 * that made it.
 */
const fromRecords = async (db: Db): Promise<void> => {
  const { rows } = await sql<Done>`
    select call, role, guild_id, input, at from audit_entries
    where call in (${sql.join(calls)}) and outcome in ('DONE', 'BEGUN') order by id`.execute(db)
  for (const { call, guild_id, input, at } of rows) {
    const began = sql`joined_at = ${at} and role = 'student'`
    if (call === '/api/admin/person/merge') {
      const { into_id } = JSON.parse(input) as { into_id?: number }
      await sql`update guild_members set origin = 'school' where user_id = ${into_id ?? 0} and ${began}`.execute(db)
    } else if (call === '/api/admin/guild/copy') {
      const unasked = sql`user_id in (select source.user_id from guild_members as source where source.guild_id = ${guild_id} and source.origin = 'staff')`
      await sql`update guild_members set origin = 'staff' where ${began} and ${unasked}
        and guild_id in (select id from guilds where created_at = ${at})`.execute(db)
    } else {
      const { user_ids = [] } = JSON.parse(input) as { user_ids?: number[] }
      const named =
        user_ids.length > 0 && user_ids.length < keptItems ? sql`and user_id in (${sql.join(user_ids)})` : sql``
      await sql`update guild_members set origin = 'staff' where guild_id = ${guild_id} and ${began} ${named}`.execute(
        db,
      )
    }
  }
}

/** Allows rows of a list to end in an invitation. SQLite cannot change a check of an existing table. */
const letRowsInvite = async (db: Db, dialect: Dialect): Promise<void> => {
  const check = sql`check (status in ('new', 'joins', 'invited', 'changed', 'same', 'bad'))`
  if (dialect === 'postgres') {
    await sql`alter table roster_rows drop constraint roster_rows_status_check`.execute(db)
    await sql`alter table roster_rows add constraint roster_rows_status_check ${check}`.execute(db)
    return
  }
  await sql`
    create table roster_rows_next (
      import_id integer not null references roster_imports (id) on delete cascade,
      line integer not null,
      cells text not null,
      student_no text not null default '',
      real_name text not null default '',
      class_name text not null default '',
      gender integer not null default 0,
      status text ${check},
      problem text not null default '',
      user_id integer,
      is_done boolean not null default false,
      did text,
      password text,
      was_left boolean not null default false,
      constraint roster_rows_key primary key (import_id, line))`.execute(db)
  await sql`insert into roster_rows_next select import_id, line, cells, student_no, real_name, class_name, gender, status, problem, user_id, is_done, did, password, was_left from roster_rows`.execute(
    db,
  )
  await sql`drop table roster_rows`.execute(db)
  await sql`alter table roster_rows_next rename to roster_rows`.execute(db)
  await sql`create index roster_rows_status on roster_rows (import_id, status, line)`.execute(db)
  await sql`create index roster_rows_password on roster_rows (import_id) where password is not null`.execute(db)
}
