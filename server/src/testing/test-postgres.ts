import { randomBytes } from 'node:crypto'
import { tmpdir } from 'node:os'
import { setTimeout as sleep } from 'node:timers/promises'
import { Kysely, sql } from 'kysely'
import type { CompiledQuery, Dialect, DialectAdapter, Driver } from 'kysely'
import pg from 'pg'
import type { DirectReader } from '../db/connection.ts'
import { migrate } from '../db/migrate.ts'
import { openDatabase, type Database } from '../db/open.ts'
import { postgresDialect } from '../db/postgres.ts'
import type { Db, Schema } from '../db/schema.ts'

/** The same as in `openDatabase`. */
const timeoutMs = 2_500

const server = (): string => {
  const url = process.env.TEST_DATABASE_URL
  if (!url) throw new Error('TEST_DATABASE_URL names no PostgreSQL')
  return url
}

const urlOf = (name: string): string => {
  const url = new URL(server())
  url.pathname = `/${name}`
  return url.href
}

const open = async (name: string): Promise<Database & { url: string }> => {
  const url = urlOf(name)
  return { ...(await openDatabase({ url, dataDir: tmpdir(), onError: () => {} })), url }
}

let kept: pg.Pool | undefined
const admin = (): pg.Pool => (kept ??= new pg.Pool({ connectionString: server(), max: 2, allowExitOnIdle: true }))

const databases = async (client: pg.Pool | pg.PoolClient, prefix: string): Promise<string[]> => {
  const { rows } = await client.query<{ datname: string }>(
    'select datname from pg_database where starts_with(datname, $1)',
    [prefix],
  )
  return rows.map(({ datname }) => datname)
}

const drop = (client: pg.Pool | pg.PoolClient, name: string) =>
  client.query(`drop database if exists ${name} with (force)`)

const isAlive = (pid: number): boolean => {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}

/**
 * The template of the current schema, created by the first worker that asks; leftovers of earlier workers are dropped.
 */
const makeTemplate = async (fingerprint: string): Promise<string> => {
  const name = `tongchuang_template_${fingerprint}`
  const client = await admin().connect()
  try {
    await client.query('select pg_advisory_lock(61734)')
    for (const left of await databases(client, 'tongchuang_test_'))
      if (!isAlive(Number(left.split('_')[2]))) await drop(client, left)
    if (!(await databases(client, name)).includes(name)) {
      const making = `making_${randomBytes(6).toString('hex')}`
      await client.query(`create database ${making} template template0 encoding 'UTF8' locale 'C'`)
      const database = await open(making)
      await migrate(database, { dataDir: tmpdir() })
      await database.close()
      await client.query(`alter database ${making} rename to ${name}`)
    }
    await client.query('select pg_advisory_unlock(61734)')
  } finally {
    client.release()
  }
  return name
}

/** The tables, each with its columns. */
const tablesOf = async (db: Db): Promise<{ name: string; columns: string }[]> => {
  const { rows } = await sql<{ name: string; columns: string }>`
    select c.relname as name, string_agg(a.attname, ',' order by a.attnum) as columns
    from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0
    where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' group by c.relname order by c.relname`.execute(db)
  return rows
}

/**
 * Truncating gives a table and each of its indexes new files: for the few rows of most tests that takes ten times as
 * long as deleting them. As a replica, tables are emptied without foreign key checks, since the referring tables are
 * emptied too.
 */
const emptying = `do $$
declare one record;
begin
  set local session_replication_role = replica;
  for one in
    select oid::regclass as name, pg_relation_size(oid) as bytes from pg_class
    where relnamespace = 'public'::regnamespace and relkind = 'r' and relname <> 'migrations' and pg_relation_size(oid) > 0
  loop
    if one.bytes > 100000 then execute format('truncate %s cascade', one.name);
    else execute format('delete from %s', one.name);
    end if;
  end loop;
  perform setval(seqrelid, seqstart, false) from pg_sequence where pg_sequence_last_value(seqrelid) is not null;
end $$`

/** Empties a database that a test has finished with; returns false if that test has changed its tables. */
const emptyTables = async (db: Db, expected: string): Promise<boolean> => {
  if (JSON.stringify(await tablesOf(db)) !== expected) return false
  await sql.raw(emptying).execute(db)
  return true
}

let template: Promise<string> | undefined
let expectedTables = ''

/** A database and the connections that are already open to it. */
type Warm = {
  name: string
  dialect: Dialect
  driver: Driver
  counts: () => { open: number; idle: number; waiting: number }
}
const emptied: Warm[] = []

const warm = (name: string): Warm => {
  const { dialect, counts } = postgresDialect(urlOf(name), timeoutMs, () => {})
  return { name, dialect, counts, driver: dialect.createDriver() }
}

/** Lends the connections of a warm database to one test: after `end`, work it left running gets no more of them. */
const lent = ({ dialect, driver }: Warm): { db: Db; end: () => void } => {
  let isOver = false
  const borrowed: Driver = {
    init: async () => {},
    acquireConnection: async () => {
      if (isOver) throw new Error('this test is over')
      return driver.acquireConnection()
    },
    beginTransaction: (connection, settings) => driver.beginTransaction(connection, settings),
    commitTransaction: (connection) => driver.commitTransaction(connection),
    rollbackTransaction: (connection) => driver.rollbackTransaction(connection),
    releaseConnection: (connection) => driver.releaseConnection(connection),
    destroy: async () => {},
  }
  const adapter = dialect.createAdapter() as DialectAdapter & DirectReader
  const reading = Object.assign(Object.create(adapter) as typeof adapter, {
    read: async <R>(query: CompiledQuery): Promise<R[]> => {
      if (isOver) throw new Error('this test is over')
      return adapter.read<R>(query)
    },
  })
  // A query counter overrides `read` on this object and deletes it again; the original `read` stays on the prototype.
  const borrowedAdapter = Object.create(reading) as typeof reading
  return {
    db: new Kysely<Schema>({
      dialect: { ...dialect, createDriver: () => borrowed, createAdapter: () => borrowedAdapter },
    }),
    end: () => {
      isOver = true
    },
  }
}

const throwAway = async ({ name, driver }: Warm): Promise<void> => {
  await Promise.all([driver.destroy(), drop(admin(), name)])
}

const reopened = async (): Promise<Warm | undefined> => {
  const found = emptied.pop()
  if (found === undefined) return undefined
  const { db, end } = lent(found)
  const isClean = await emptyTables(db, expectedTables).finally(end)
  if (isClean) return found
  await throwAway(found)
  return reopened()
}

const newName = (): string => `tongchuang_test_${process.pid}_${randomBytes(6).toString('hex')}`

const created = async (fingerprint: () => Promise<string>): Promise<Warm> => {
  const source = await (template ??= fingerprint().then(makeTemplate))
  const name = newName()
  // Twice as fast as writing the copy to the log, which is never replayed here.
  await admin().query(`create database ${name} template ${source} strategy file_copy`)
  const made = warm(name)
  expectedTables ||= JSON.stringify(await tablesOf(lent(made).db))
  return made
}

/** Whether nobody uses the database any more. Closing takes a moment; another open connection could still write. */
const isLeft = async ({ name, counts }: Warm): Promise<boolean> => {
  for (let attempt = 0; attempt < 40; attempt += 1) {
    const { open, idle } = counts()
    const { rowCount } = await admin().query('select 1 from pg_stat_activity where datname = $1', [name])
    if (idle === open && rowCount === open) return true
    await sleep(5)
  }
  return false
}

/**
 * A database like a new one. Copying the template takes 80–300 ms, so a used database is emptied for the next test; its
 * connections stay as well, since a new one has to read the catalog again.
 */
export const freshPostgres = async (fingerprint: () => Promise<string>): Promise<Database & { url: string }> => {
  const used = (await reopened()) ?? (await created(fingerprint))
  const { db, end } = lent(used)
  const database = await open(used.name)
  return {
    ...database,
    db,
    connections: used.counts,
    close: async () => {
      end()
      await database.close()
      if (await isLeft(used)) emptied.push(used)
      else await throwAway(used)
    },
  }
}

/** A database without a schema. */
export const emptyPostgres = async (): Promise<Database & { url: string }> => {
  const name = newName()
  await admin().query(`create database ${name} template template0 encoding 'UTF8' locale 'C' strategy file_copy`)
  const database = await open(name)
  return {
    ...database,
    close: async () => {
      await database.close()
      await drop(admin(), name)
    },
  }
}
