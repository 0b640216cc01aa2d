import { relative } from 'node:path'
import { sql, type Insertable, type Selectable, type Updateable } from 'kysely'
import { allTables } from '../db/all-tables.ts'
import type { Dialect } from '../db/connection.ts'
import type { Database } from '../db/open.ts'
import type { Db } from '../db/schema.ts'
import type { BackupLinkTable, BackupRunTable } from './tables.ts'

export type BackupRun = Selectable<BackupRunTable>

/** Whether any account exists; false where the table does not exist yet. */
export const hasPeople = async (db: Db, dialect: Dialect): Promise<boolean> => {
  const tables = await allTables(db, dialect)
  if (!tables.some(({ name }) => name === 'users')) return false
  return (await db.selectFrom('users').select('id').limit(1).executeTakeFirst()) !== undefined
}

/**
 * A name that tells a database from another one, also while it is empty: that of PostgreSQL with its server, however
 * that is addressed; the place of SQLite in the data folder, wherever that is moved.
 */
export const databaseName = async ({ db, path }: Pick<Database, 'db' | 'path'>, dataDir: string): Promise<string> => {
  if (path !== null) return `sqlite ${relative(dataDir, path)}`
  const { rows } = await sql<{ name: string }>`
    select concat_ws(' ', current_database(), current_schema()) as name`.execute(db)
  // Everybody may read it unless an administrator of the server has taken that away.
  const server = await sql<{ id: string }>`select system_identifier::text as id from pg_control_system()`
    .execute(db)
    .then((found) => found.rows[0]?.id)
    .catch(() => '')
  return `postgres ${server} ${rows[0]?.name}`
}

const restoreKey = 'restore_underway'

/** Records in the database which restore brought its rows, until that restore is finished. */
export const noteRestore = async (db: Db, id: string): Promise<void> => {
  const value = JSON.stringify(id)
  await db
    .insertInto('settings')
    .values({ key: restoreKey, value })
    .onConflict((conflict) => conflict.column('key').doUpdateSet({ value }))
    .execute()
}

/**
 * The unfinished restore that brought the rows of this database; null for none, and where the table does not exist yet.
 */
export const notedRestore = async (db: Db, dialect: Dialect): Promise<string | null> => {
  const tables = await allTables(db, dialect)
  if (!tables.some(({ name }) => name === 'settings')) return null
  const row = await db.selectFrom('settings').select('value').where('key', '=', restoreKey).executeTakeFirst()
  return row ? (JSON.parse(row.value) as string) : null
}

export const forgetRestore = async (db: Db): Promise<void> => {
  await db.deleteFrom('settings').where('key', '=', restoreKey).execute()
}

/** The waiting or running run, or a new one: two concurrent requests get the same run. */
export const askForRun = async (db: Db, asked_by: number | null, now: number): Promise<BackupRun> => {
  await db
    .insertInto('backup_runs')
    .values({ state: 'waiting', asked_by, asked_at: now })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  const run = await openRun(db)
  if (!run) return askForRun(db, asked_by, now)
  return run
}

/** The run that waits or is under way. */
export const openRun = (db: Db): Promise<BackupRun | undefined> =>
  db.selectFrom('backup_runs').selectAll().where('state', 'in', ['waiting', 'running']).executeTakeFirst()

export const changeRun = (db: Db, id: number, changes: Updateable<BackupRunTable>): Promise<BackupRun | undefined> =>
  db.updateTable('backup_runs').set(changes).where('id', '=', id).returningAll().executeTakeFirst()

export const findRun = (db: Db, id: number): Promise<BackupRun | undefined> =>
  db.selectFrom('backup_runs').selectAll().where('id', '=', id).executeTakeFirst()

/** The last runs with the names of those who asked, and the last good ones however many have failed since. */
export const listRuns = (db: Db, limit: number): Promise<(BackupRun & { nickname: string | null })[]> => {
  const last = db.selectFrom('backup_runs').select('id').orderBy('id', 'desc').limit(limit)
  return db
    .selectFrom('backup_runs as b')
    .leftJoin('users as u', 'u.id', 'b.asked_by')
    .selectAll('b')
    .select('u.nickname')
    .where((where) => where.or([where('b.id', 'in', last), where('b.id', 'in', last.where('state', '=', 'done'))]))
    .orderBy('b.id', 'desc')
    .execute()
}

/** When the last successful backup ended, and when the first account was created; each null if none. */
export const lastDone = async (db: Db): Promise<{ done: number | null; since: number | null }> => {
  const run = await db
    .selectFrom('backup_runs')
    .select('ended_at')
    .where('state', 'in', ['done', 'removed'])
    .orderBy('id', 'desc')
    .executeTakeFirst()
  const first = await db.selectFrom('users').select('created_at').orderBy('id').limit(1).executeTakeFirst()
  return { done: run?.ended_at ?? null, since: first?.created_at ?? null }
}

/** The file of the last backup, made since a moment, in which no file is missing or damaged. */
export const lastWhole = async (db: Db, since: number): Promise<string | undefined> =>
  (
    await db
      .selectFrom('backup_runs')
      .select('name')
      .where('state', '=', 'done')
      .where('damaged_count', '=', 0)
      .where('ended_at', '>', since)
      .orderBy('id', 'desc')
      .limit(1)
      .executeTakeFirst()
  )?.name

/** Marks the runs whose files of these names were removed. */
export const markRemoved = async (db: Db, names: readonly string[]): Promise<void> => {
  if (names.length > 0)
    await db
      .updateTable('backup_runs')
      .set({ state: 'removed' })
      .where('name', 'in', names)
      .where('state', '=', 'done')
      .execute()
}

/** How much a school holds, shown after a restore. */
export const schoolSize = async (db: Db): Promise<{ people: number; guilds: number; works: number }> => {
  const of = (table: 'users' | 'guilds' | 'submissions') =>
    db
      .selectFrom(table)
      .select((eb) => eb.fn.countAll<number>().as('n'))
      .executeTakeFirstOrThrow()
  const [people, guilds, works] = await Promise.all([of('users'), of('guilds'), of('submissions')])
  return { people: Number(people.n), guilds: Number(guilds.n), works: Number(works.n) }
}

/** Whether any letter waits to be sent, now or in the evening. */
export const lettersWait = async (db: Db): Promise<boolean> => {
  const queued = db.selectFrom('mail_outbox').select('id').where('failed_at', 'is', null).limit(1)
  const evening = db.selectFrom('notice_letters').select('message_id').limit(1)
  return ((await queued.executeTakeFirst()) ?? (await evening.executeTakeFirst())) !== undefined
}

/** The files that rows refer to, with the keys of their bytes. */
export const fileKeys = (db: Db): Promise<{ name: string; upload_id: string }[]> =>
  db.selectFrom('files').select(['name', 'upload_id']).where('status', '=', 'ready').orderBy('id').execute()

/** Stores a link; deletes links that expired a day or more before it does. */
export const putLink = async (db: Db, link: Insertable<BackupLinkTable>): Promise<void> => {
  await db
    .deleteFrom('backup_links')
    .where('expires_at', '<', link.expires_at - 24 * 3_600_000)
    .execute()
  await db.insertInto('backup_links').values(link).execute()
}

type LinkOf = Pick<BackupLinkTable, 'link_hash' | 'session_id'>

/** Uses up a link: of two concurrent requests, one finds it used. */
export const beginDownload = (
  db: Db,
  { link_hash, session_id, now }: LinkOf & { now: number },
): Promise<{ run_id: number } | undefined> =>
  db
    .updateTable('backup_links')
    .set({ begun_at: now })
    .where('link_hash', '=', link_hash)
    .where('session_id', '=', session_id)
    .where('begun_at', 'is', null)
    .where('expires_at', '>', now)
    .returning('run_id')
    .executeTakeFirst()

/** A link of this session, used or not. */
export const findLink = (db: Db, { link_hash, session_id }: LinkOf): Promise<Selectable<BackupLinkTable> | undefined> =>
  db
    .selectFrom('backup_links')
    .selectAll()
    .where('link_hash', '=', link_hash)
    .where('session_id', '=', session_id)
    .executeTakeFirst()
