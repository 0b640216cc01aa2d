import { randomBytes } from 'node:crypto'
import { tmpdir } from 'node:os'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import pg from 'pg'
import { migrate } from '../db/migrate.ts'
import { openDatabase, type Database } from '../db/open.ts'

const server = (): string => {
  const url = process.env.TEST_DATABASE_URL
  if (!url) throw new Error('TEST_DATABASE_URL names no PostgreSQL')
  return url
}

const open = (name: string): Promise<Database & { url: string }> => {
  const url = new URL(server())
  url.pathname = `/${name}`
  return openDatabase({ url: url.href, dataDir: tmpdir(), onError: () => {} }).then((database) => ({
    ...database,
    url: url.href,
  }))
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

/** The schema of today, made by the first worker that asks; what earlier workers left behind goes. */
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
const tablesOf = async ({ db }: Database): Promise<{ name: string; columns: string }[]> => {
  const { rows } = await sql<{ name: string; columns: string }>`
    select c.relname as name, string_agg(a.attname, ',' order by a.attnum) as columns
    from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0
    where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' group by c.relname order by c.relname`.execute(db)
  return rows
}

/**
 * A truncated table gets new files, and so does each of its indexes: for the few rows of most tests that takes ten times as
 * long as to delete them. As a replica, a table is emptied whatever refers to it, for that is emptied too.
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

/** Empties a database a test is done with; answers false where that test has changed its tables. */
const wipe = async (database: Database, expected: string): Promise<boolean> => {
  if (JSON.stringify(await tablesOf(database)) !== expected) return false
  await sql.raw(emptying).execute(database.db)
  return true
}

let template: Promise<string> | undefined
let expectedTables = ''
const emptied: string[] = []

const reopened = async (): Promise<{ name: string; database: Database & { url: string } } | undefined> => {
  const name = emptied.pop()
  if (name === undefined) return undefined
  const database = await open(name)
  if (await wipe(database, expectedTables)) return { name, database }
  await database.close()
  await drop(admin(), name)
  return reopened()
}

const newName = (): string => `tongchuang_test_${process.pid}_${randomBytes(6).toString('hex')}`

const created = async (fingerprint: () => Promise<string>) => {
  const source = await (template ??= fingerprint().then(makeTemplate))
  const name = newName()
  // Twice as fast as writing the copy to the log, which nobody here will replay.
  await admin().query(`create database ${name} template ${source} strategy file_copy`)
  const database = await open(name)
  expectedTables ||= JSON.stringify(await tablesOf(database))
  return { name, database }
}

/** Whether nobody is connected any more. Our own connections take a moment to end; one of somebody else could still write. */
const isLeft = async (name: string): Promise<boolean> => {
  for (let attempt = 0; attempt < 40; attempt += 1) {
    const { rowCount } = await admin().query('select 1 from pg_stat_activity where datname = $1', [name])
    if (rowCount === 0) return true
    await sleep(5)
  }
  return false
}

/** A database like a new one. Copying the template takes 80–300 ms, so one that a test is done with is emptied for the next. */
export const freshPostgres = async (fingerprint: () => Promise<string>): Promise<Database & { url: string }> => {
  const { name, database } = (await reopened()) ?? (await created(fingerprint))
  return {
    ...database,
    close: async () => {
      await database.close()
      if (await isLeft(name)) emptied.push(name)
      else await drop(admin(), name)
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
