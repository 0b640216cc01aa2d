import { createHash } from 'node:crypto'
import { constants, existsSync } from 'node:fs'
import { copyFile, mkdir, mkdtemp, readdir, readFile, rename, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Dialect } from '../db/connection.ts'
import { migrate } from '../db/migrate.ts'
import { openDatabase, type Database } from '../db/open.ts'
import { emptyPostgres, freshPostgres } from './test-postgres.ts'

/** Which database this run of the tests is for. */
export const testDialect: Dialect = process.env.TEST_DIALECT === 'postgres' ? 'postgres' : 'sqlite'

/**
 * The number of random walks to run on this database. The paths are the same on both: on PostgreSQL a quarter of them
 * makes statements overlap often enough.
 */
export const walksOf = (all: number): number => (testDialect === 'sqlite' ? all : Math.ceil(all / 4))

const DB_FOLDER = join(import.meta.dirname, '../db')

/** Identifies the schema by a hash of the code that creates it, so that an outdated template is never used. */
const fingerprint = async (): Promise<string> => {
  const hash = createHash('sha256').update(await readFile(join(DB_FOLDER, 'migrate.ts')))
  for (const name of (await readdir(join(DB_FOLDER, 'migrations'))).toSorted())
    hash.update(name).update(await readFile(join(DB_FOLDER, 'migrations', name)))
  return hash.digest('hex').slice(0, 16)
}

const withoutErrors = { synchronous: 'off', onError: () => {} } as const

const sqliteTemplate = async (): Promise<string> => {
  const folder = join(tmpdir(), 'tongchuang-test-templates')
  const path = join(folder, `${await fingerprint()}.sqlite`)
  if (existsSync(path)) return path
  // Two workers may both create it: each in a file of its own, and the last rename wins.
  await mkdir(folder, { recursive: true })
  const making = await mkdtemp(join(folder, 'making-'))
  const database = await openDatabase({ url: null, dataDir: making, ...withoutErrors })
  await migrate(database, { dataDir: making })
  await database.close()
  await rename(join(making, 'app.db'), path)
  await rm(making, { recursive: true, force: true })
  return path
}

let template: Promise<string> | undefined

/** A test's database, with its URL for a second connection or process. */
export type TestDatabase = Database & { readonly url: string }

/** An empty database of the current schema, one for each test; `close` discards it. */
export const freshDatabase = (): Promise<TestDatabase> =>
  testDialect === 'postgres' ? freshPostgres(fingerprint) : freshSqlite()

/** A database without a schema, for tests of the migrations. */
export const emptyDatabase = (): Promise<TestDatabase> => (testDialect === 'postgres' ? emptyPostgres() : emptySqlite())

const emptySqlite = async (template?: string): Promise<TestDatabase> => {
  const folder = await mkdtemp(join(tmpdir(), 'tongchuang-test-'))
  const file = join(folder, 'app.db')
  if (template !== undefined) await copyFile(template, file, constants.COPYFILE_FICLONE)
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

const freshSqlite = async (): Promise<TestDatabase> => emptySqlite(await (template ??= sqliteTemplate()))
