import { setImmediate as breathe } from 'node:timers/promises'
import { DatabaseSync } from 'node:sqlite'
import { sql } from 'kysely'
import { allTables, type Table } from './all-tables.ts'
import type { Database } from './open.ts'

/** A value as both databases give it. */
export type Value = string | number | boolean | null

/** The whole database at one moment, however much is written meanwhile. */
export type Snapshot = {
  tables: readonly Table[]
  /** The rows of a table in the order of its key, a few hundred at a time, their values in the order of its columns. */
  rows: (table: Table) => AsyncIterable<Value[][]>
}

const AT_ONCE = 500

/** Reads the database in its current state without blocking its users. */
export const withSnapshot = <T>(database: Database, work: (snapshot: Snapshot) => Promise<T>): Promise<T> =>
  database.path === null ? withFrozenView(database, work) : withReader(database, database.path, work)

/** Reads in one transaction on a separate connection: later commits go to the log and do not affect it. */
const withReader = async <T>(
  database: Database,
  path: string,
  work: (snapshot: Snapshot) => Promise<T>,
): Promise<T> => {
  const file = new DatabaseSync(path, { readOnly: true, timeout: 1_000 })
  try {
    file.exec('begin')
    // The view begins with the first read, not with the transaction.
    file.prepare('select count(*) from sqlite_schema').get()
    return await work({ tables: await allTables(database.db, 'sqlite'), rows: (table) => sqliteRows(file, table) })
  } finally {
    file.close()
  }
}

const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`
const names = (table: Table): string => table.columns.map(({ name }) => quoted(name)).join(', ')
const order = (table: Table, text = ''): string => {
  const textual = new Set(table.columns.filter(({ isText }) => isText).map(({ name }) => name))
  return (table.key.length > 0 ? table.key : table.columns.map(({ name }) => name))
    .map((name) => quoted(name) + (textual.has(name) ? text : ''))
    .join(', ')
}

async function* sqliteRows(file: DatabaseSync, table: Table): AsyncIterable<Value[][]> {
  const statement = file.prepare(`select ${names(table)} from ${quoted(table.name)} order by ${order(table)}`)
  statement.setReturnArrays(true)
  const asBoolean = table.columns.map(({ isBoolean }) => isBoolean)
  let some: Value[][] = []
  for (const row of statement.iterate() as unknown as Iterable<Value[]>) {
    some.push(row.map((value, at) => (asBoolean[at] && value !== null ? value !== 0 : value)))
    if (some.length < AT_ONCE) continue
    yield some
    some = []
    await breathe()
  }
  if (some.length > 0) yield some
}

const withFrozenView = <T>(database: Database, work: (snapshot: Snapshot) => Promise<T>): Promise<T> =>
  database.db.transaction().execute(async (db) => {
    await sql`set transaction isolation level repeatable read, read only`.execute(db)
    await database.unhurried(db)
    async function* rows(table: Table): AsyncIterable<Value[][]> {
      // Byte order, whatever collation the database has, so that both databases give the same checksums.
      const select = `select ${names(table)} from ${quoted(table.name)} order by ${order(table, ' collate "C"')}`
      await sql.raw(`declare backup_rows no scroll cursor for ${select}`).execute(db)
      for (;;) {
        const { rows: some } = await sql.raw<Record<string, Value>>(`fetch ${AT_ONCE} from backup_rows`).execute(db)
        if (some.length === 0) break
        yield some.map((row) => table.columns.map(({ name }) => row[name] ?? null))
      }
      await sql.raw('close backup_rows').execute(db)
    }
    return work({ tables: await allTables(db, 'postgres'), rows })
  })
