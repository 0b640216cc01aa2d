import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { sql, type CreateTableBuilder, type Kysely } from 'kysely'
import type { Dialect } from './connection.ts'
import { DatabaseNewer, MigrationsWaiting, OtherProgram, WrongEncoding } from './errors.ts'
import type { Database } from './open.ts'

const FOLDER = join(import.meta.dirname, 'migrations')
const NAME = /^\d{4}-[a-z0-9-]+\.ts$/
// Any number will do, as long as every process of the product asks for the same one.
const LOCK = 7_061_734

/** `createTable('x').$call(id)` adds the column `id`, the only syntax that differs between the two databases. */
export type IdColumn = <T extends string>(table: CreateTableBuilder<T, never>) => CreateTableBuilder<T, 'id'>

/** What a file in `migrations/` exports as `up`. It runs in one transaction of its own. */
export type Migration = (context: { db: Kysely<unknown>; dialect: Dialect; id: IdColumn }) => Promise<void>

export type NamedMigration = { name: string; up: Migration }
type Ledger = { migrations: { name: string; at: number } }

/** The migrations of a folder by their file names, in their order. */
export const readMigrations = async (folder = FOLDER): Promise<NamedMigration[]> => {
  const files = (await readdir(folder)).filter((file) => NAME.test(file)).toSorted()
  return Promise.all(
    files.map(async (file) => {
      const { up } = (await import(pathToFileURL(join(folder, file)).href)) as { up: Migration }
      return { name: file.slice(0, -3), up }
    }),
  )
}

export type MigrateOptions = {
  /** The folder whose `backups/` receives a copy of a SQLite database before a change. */
  dataDir: string
  /** `off` refuses pending migrations with MigrationsWaiting; `new` refuses only those of a database in use. */
  mode?: 'on' | 'new' | 'off'
  migrations?: readonly NamedMigration[]
  now?: () => number
}

/**
 * Brings the database to the schema of this version and answers the names of what it ran. Each migration is one
 * transaction together with its row in `migrations`: cut anywhere, it has either happened or not. Throws DatabaseNewer,
 * MigrationsWaiting, OtherProgram, WrongEncoding.
 */
export const migrate = async (database: Database, options: MigrateOptions): Promise<string[]> => {
  const migrations = options.migrations ?? (await readMigrations())
  const now = options.now ?? Date.now
  const db = database.db as unknown as Kysely<Ledger>
  const known = new Set(migrations.map(({ name }) => name))

  const waiting = async (): Promise<NamedMigration[]> => {
    const done = await applied(database)
    const newer = [...done].toSorted().findLast((name) => !known.has(name))
    if (newer !== undefined) throw new DatabaseNewer(newer)
    const open = migrations.filter(({ name }) => !done.has(name))
    const isRefused = options.mode === 'off' || (options.mode === 'new' && done.size > 0)
    if (open.length > 0 && isRefused) throw new MigrationsWaiting(open.map(({ name }) => name))
    if (done.size === 0 && open.length > 0) await refuseOtherEncodings(database)
    if (open.length > 0 && done.size > 0) await backup(database, options.dataDir, open[0]?.name ?? '', now())
    return open
  }

  const run: string[] = []
  for (const { name, up } of await waiting()) {
    const hasRun = await db.transaction().execute(async (db) => {
      await database.unhurried(db as unknown as Database['db'])
      if (database.dialect === 'postgres') await sql`select pg_advisory_xact_lock(${LOCK})`.execute(db)
      await db.schema
        .createTable('migrations')
        .ifNotExists()
        .addColumn('name', 'text', (column) => column.primaryKey())
        .addColumn('at', 'bigint', (column) => column.notNull())
        .execute()
      // Another process may have been here between the first look and the lock.
      const { numInsertedOrUpdatedRows } = await db
        .insertInto('migrations')
        .values({ name, at: now() })
        .onConflict((conflict) => conflict.doNothing())
        .executeTakeFirstOrThrow()
      if (numInsertedOrUpdatedRows === 0n) return false
      await up({ db: db as unknown as Kysely<unknown>, dialect: database.dialect, id: idColumn(database.dialect) })
      return true
    })
    if (hasRun) run.push(name)
  }
  return run
}

/** Drops every table of a database that is not in use and holds no other program's; the caller has checked that. */
export const unmigrate = async (database: Database): Promise<void> => {
  const { db, dialect } = database
  await db.transaction().execute(async (db) => {
    // A table is removed once nobody reads it: another process, or a copy that is being made, may take a while.
    await database.unhurried(db)
    const { rows } = await (dialect === 'sqlite' ? sqliteTables : postgresTables).execute(db)
    for (const name of new Set(rows.map(({ name }) => name)))
      await sql`drop table if exists ${sql.table(name)} ${sql.raw(dialect === 'sqlite' ? '' : 'cascade')}`.execute(db)
  })
}

type ColumnHere = { name: string; column: string | null }

// Latest tables first, so that referenced tables are dropped after those that refer to them; shadow tables go with
// their virtual table.
const sqliteTables = sql<ColumnHere>`
  select m.name, c.name as "column" from sqlite_schema m join pragma_table_list(m.name) t on t.schema = 'main'
  join pragma_table_info(m.name) c
  where m.type = 'table' and t.type in ('table', 'virtual') and m.name not like 'sqlite\\_%' escape '\\' order by m.rowid desc`
// The tables where ours are made, whatever other schemas hold; those of an extension belong to the database.
const postgresTables = sql<ColumnHere>`
  select c.relname as name, a.attname as "column" from pg_class c
  left join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
  where c.relkind in ('r', 'p', 'f') and c.relnamespace = (select oid from pg_namespace where nspname = current_schema())
    and not exists (select 1 from pg_depend d where d.classid = 'pg_class'::regclass and d.objid = c.oid and d.deptype = 'e')
  order by c.relname`

// Ids are never given out twice: on SQLite that takes AUTOINCREMENT.
const idColumn =
  (dialect: Dialect): IdColumn =>
  (table) =>
    dialect === 'sqlite'
      ? table.addColumn('id', 'integer', (column) => column.primaryKey().autoIncrement())
      : table.addColumn('id', 'integer', (column) => column.generatedByDefaultAsIdentity().primaryKey())

/** The names already run; none in an empty database. Throws OtherProgram where there are tables and none is ours. */
const applied = async ({ db, dialect }: Pick<Database, 'db' | 'dialect'>): Promise<Set<string>> => {
  // One statement: another process may be making them.
  const { rows: here } = await (dialect === 'sqlite' ? sqliteTables : postgresTables).execute(db)
  if (here.length === 0) return new Set()
  const ledger = here.filter(({ name }) => name === 'migrations').map(({ column }) => column)
  if (!ledger.includes('name') || !ledger.includes('at'))
    throw new OtherProgram([...new Set(here.map(({ name }) => name))].toSorted())
  const rows = await (db as unknown as Kysely<Ledger>).selectFrom('migrations').select('name').execute()
  return new Set(rows.map(({ name }) => name))
}

/** Throws OtherProgram where a database holds tables and none of them is ours. */
export const refuseOtherPrograms = async (database: Pick<Database, 'db' | 'dialect'>): Promise<void> =>
  void (await applied(database))

// Only a new database is checked: a school that already uses another encoding keeps running.
const refuseOtherEncodings = async (database: Database): Promise<void> => {
  const encoding = await encodingOf(database)
  if (encoding !== 'UTF8') throw new WrongEncoding(encoding)
}

/** The character encoding of a database; SQLite always has UTF8. */
export const encodingOf = async ({ db, dialect }: Pick<Database, 'db' | 'dialect'>): Promise<string> => {
  if (dialect === 'sqlite') return 'UTF8'
  const { rows } = await sql<{ server_encoding: string }>`show server_encoding`.execute(db)
  return rows[0]?.server_encoding ?? ''
}

const backup = async (database: Database, dataDir: string, before: string, now: number): Promise<void> => {
  const stamp = new Date(now).toISOString().replaceAll(/[:.]/g, '-')
  await database.backup?.(join(dataDir, 'backups', `before-${before}-${stamp}.sqlite`))
}
