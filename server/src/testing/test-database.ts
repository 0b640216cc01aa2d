import { createHash, randomBytes } from 'node:crypto'
import { constants, existsSync } from 'node:fs'
import { copyFile, mkdir, mkdtemp, readdir, readFile, rename, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import type { Dialect } from '../db/connection.ts'
import { migrate } from '../db/migrate.ts'
import { openDatabase, type Database } from '../db/open.ts'

/** Which database this run of the tests is for. */
export const testDialect: Dialect = process.env.TEST_DIALECT === 'postgres' ? 'postgres' : 'sqlite'

const DB_FOLDER = join(import.meta.dirname, '../db')

/** Names the schema by the text that makes it, so that a template of yesterday is never used for a migration of today. */
const fingerprint = async (): Promise<string> => {
  const hash = createHash('sha256').update(await readFile(join(DB_FOLDER, 'migrate.ts')))
  for (const name of (await readdir(join(DB_FOLDER, 'migrations'))).toSorted()) hash.update(name).update(await readFile(join(DB_FOLDER, 'migrations', name)))
  return hash.digest('hex').slice(0, 16)
}

const withoutErrors = { synchronous: 'off', onError: () => {} } as const

const sqliteTemplate = async (): Promise<string> => {
  const folder = join(tmpdir(), 'tongchuang-test-templates')
  const path = join(folder, `${await fingerprint()}.sqlite`)
  if (existsSync(path)) return path
  // Two workers may both make it: each in a file of its own, and the last rename wins.
  await mkdir(folder, { recursive: true })
  const making = await mkdtemp(join(folder, 'making-'))
  const database = await openDatabase({ url: null, dataDir: making, ...withoutErrors })
  await migrate(database, { dataDir: making })
  await database.close()
  await rename(join(making, 'tongchuang.sqlite'), path)
  await rm(making, { recursive: true, force: true })
  return path
}

const server = (): string => {
  const url = process.env.TEST_DATABASE_URL
  if (!url) throw new Error('TEST_DATABASE_URL names no PostgreSQL')
  return url
}

const named = (name: string): string => {
  const url = new URL(server())
  url.pathname = `/${name}`
  return url.href
}

let kept: pg.Pool | undefined
const admin = (): pg.Pool => (kept ??= new pg.Pool({ connectionString: server(), max: 2, allowExitOnIdle: true }))

const postgresTemplate = async (): Promise<string> => {
  const name = `tongchuang_template_${await fingerprint()}`
  const client = await admin().connect()
  try {
    await client.query('select pg_advisory_lock(61734)')
    const { rowCount } = await client.query('select 1 from pg_database where datname = $1', [name])
    if (rowCount === 0) {
      const making = `making_${randomBytes(6).toString('hex')}`
      await client.query(`create database ${making} template template0 encoding 'UTF8' locale 'C'`)
      const database = await openDatabase({ url: named(making), dataDir: tmpdir(), ...withoutErrors })
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

let template: Promise<string> | undefined

/** Where a second connection or process finds a test's database. */
export type TestDatabase = Database & { readonly url: string }

/** A database of the current schema without a row, of its own for each test; `close` throws it away. */
export const freshDatabase = (): Promise<TestDatabase> => (testDialect === 'postgres' ? freshPostgres() : freshSqlite())

const freshSqlite = async (): Promise<TestDatabase> => {
  const path = await (template ??= sqliteTemplate())
  const folder = await mkdtemp(join(tmpdir(), 'tongchuang-test-'))
  const file = join(folder, 'tongchuang.sqlite')
  await copyFile(path, file, constants.COPYFILE_FICLONE)
  const url = `sqlite:${file}`
  const database = await openDatabase({ url, dataDir: folder, ...withoutErrors })
  return {
    ...database,
    url,
    close: async () => {
      await database.close()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

const freshPostgres = async (): Promise<TestDatabase> => {
  const source = await (template ??= postgresTemplate())
  const name = `test_${randomBytes(8).toString('hex')}`
  // Twice as fast as writing the copy to the log, which nobody here will replay.
  await admin().query(`create database ${name} template ${source} strategy file_copy`)
  const url = named(name)
  const database = await openDatabase({ url, dataDir: tmpdir(), ...withoutErrors })
  return {
    ...database,
    url,
    close: async () => {
      await database.close()
      await admin().query(`drop database if exists ${name} with (force)`)
    },
  }
}
