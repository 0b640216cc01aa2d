import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite'
import { setTimeout as sleep } from 'node:timers/promises'
import { SelectQueryNode, SqliteAdapter, SqliteIntrospector, SqliteQueryCompiler } from 'kysely'
import type { CompiledQuery, Dialect, Driver, QueryResult } from 'kysely'
import { committed, scalars, type HouseConnection } from './connection.ts'
import { DatabaseUnavailable, isLocked, translated } from './errors.ts'
import { createMutex, type Mutex } from './mutex.ts'

// Waiting inside SQLite blocks the event loop, so it waits little there and asks again after a pause.
const BUSY_TIMEOUT_MS = 20
const KEPT_STATEMENTS = 500

type Prepared = { statement: StatementSync; answersRows: boolean; booleans: readonly string[] | null }

const booleansOf = (statement: StatementSync): string[] => statement.columns().flatMap(({ name, type }) => (type?.toLowerCase() === 'boolean' ? [name] : []))

/** One SQLite connection with its prepared statements. */
const openHandle = (path: string, options: { readOnly: boolean; synchronous: 'full' | 'off' }) => {
  const file = new DatabaseSync(path, { readOnly: options.readOnly, timeout: BUSY_TIMEOUT_MS, enableForeignKeyConstraints: true })
  if (!options.readOnly) file.exec('pragma journal_mode = wal')
  file.exec(`pragma synchronous = ${options.synchronous}; pragma temp_store = memory; pragma cache_size = -32000`)
  const kept = new Map<string, Prepared>()
  let hasChangedTables = false

  const prepare = (sql: string): Prepared => {
    const found = kept.get(sql)
    if (found !== undefined) {
      kept.delete(sql)
      kept.set(sql, found)
      return found
    }
    const statement = file.prepare(sql)
    const made = { statement, answersRows: statement.columns().length > 0, booleans: null }
    kept.set(sql, made)
    const [oldest] = kept.keys()
    if (kept.size > KEPT_STATEMENTS && oldest !== undefined) kept.delete(oldest)
    return made
  }

  const run = <R>(query: CompiledQuery): QueryResult<R> => {
    const parameters = scalars(query) as SQLInputValue[]
    const prepared = prepare(query.sql)
    const { statement, answersRows } = prepared
    if (!answersRows) {
      const { changes } = statement.run(...parameters)
      if (/^\s*(create|alter|drop)/i.test(query.sql)) {
        kept.clear()
        hasChangedTables = true
      }
      return { rows: [], numAffectedRows: BigInt(changes) }
    }
    const rows = statement.all(...parameters) as Record<string, unknown>[]
    // Only a statement that has run knows of a table changed by another connection.
    prepared.booleans ??= booleansOf(statement)
    for (const name of prepared.booleans) for (const row of rows) if (row[name] !== null) row[name] = row[name] !== 0
    return { rows: rows as R[], numAffectedRows: SelectQueryNode.is(query.query) ? undefined : BigInt(rows.length) }
  }

  return {
    file,
    run,
    /** A changed table may give kept statements other columns. */
    forget: () => kept.clear(),
    /** Whether tables were changed since it was last asked. */
    takeChange: () => {
      const answer = hasChangedTables
      hasChangedTables = false
      return answer
    },
  }
}

type Handle = ReturnType<typeof openHandle>

/** Tries again while another process holds the file's write lock, without holding up this one. */
const patiently = async <T>(patienceMs: number, work: () => T): Promise<T> => {
  const deadline = performance.now() + patienceMs
  for (let pause = 5; ; pause = Math.min(pause * 2, 100)) {
    try {
      return work()
    } catch (error) {
      if (!isLocked(error)) throw translated(error)
      if (performance.now() > deadline) throw new DatabaseUnavailable('the database file is locked by another process', { cause: error })
    }
    await sleep(pause * (0.5 + Math.random()))
  }
}

const isRead = (query: CompiledQuery): boolean => SelectQueryNode.is(query.query) || /^\s*select\s/i.test(query.sql)

class SqliteConnection implements HouseConnection {
  afterCommit: (() => void)[] = []
  isUnhurried = false
  isInTransaction = false
  readonly #driver: SqliteDriver
  constructor(driver: SqliteDriver) {
    this.#driver = driver
  }

  async executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    const { writer, reader, turn, patienceMs } = this.#driver
    if (!this.isInTransaction && !isRead(query)) {
      await turn.take()
      try {
        const result = await patiently(patienceMs, () => writer.run<R>(query))
        if (writer.takeChange()) reader.forget()
        return result
      } finally {
        turn.release()
      }
    }
    try {
      return (this.isInTransaction ? writer : reader).run<R>(query)
    } catch (error) {
      throw translated(error)
    }
  }

  streamQuery(): never {
    throw new Error('results are paged, not streamed')
  }
}

/**
 * One connection writes, another reads. A transaction has the writer to itself; a select outside of one never waits for it.
 */
class SqliteDriver implements Driver {
  readonly writer: Handle
  readonly reader: Handle
  readonly turn: Mutex
  readonly patienceMs: number
  constructor(path: string, synchronous: 'full' | 'off', patienceMs: number) {
    this.writer = openHandle(path, { readOnly: false, synchronous })
    this.reader = openHandle(path, { readOnly: true, synchronous })
    this.turn = createMutex(patienceMs)
    this.patienceMs = patienceMs
  }

  async init(): Promise<void> {}

  async acquireConnection(): Promise<SqliteConnection> {
    return new SqliteConnection(this)
  }

  async releaseConnection(): Promise<void> {}

  async beginTransaction(connection: SqliteConnection): Promise<void> {
    await this.turn.take()
    try {
      await patiently(this.patienceMs, () => this.writer.file.exec('begin immediate'))
      connection.isInTransaction = true
    } catch (error) {
      this.turn.release()
      throw error
    }
  }

  async commitTransaction(connection: SqliteConnection): Promise<void> {
    try {
      this.writer.file.exec('commit')
    } catch (error) {
      throw translated(error)
    }
    if (this.writer.takeChange()) this.reader.forget()
    this.#end(connection)
    committed(connection)
  }

  async rollbackTransaction(connection: SqliteConnection): Promise<void> {
    try {
      // A full disk makes SQLite roll back by itself.
      if (this.writer.file.isTransaction) this.writer.file.exec('rollback')
      if (this.writer.takeChange()) this.writer.forget()
    } finally {
      connection.afterCommit = []
      this.#end(connection)
    }
  }

  async destroy(): Promise<void> {
    await this.turn.take()
    this.reader.file.close()
    this.writer.file.close()
  }

  #end(connection: SqliteConnection): void {
    connection.isInTransaction = false
    this.turn.release()
  }
}

class HouseAdapter extends SqliteAdapter {
  // Kysely's own answer, false, would put every read behind the transaction under way.
  override get supportsMultipleConnections(): boolean {
    return true
  }
}

/** SQLite on node:sqlite for Kysely. `file` is the writing connection, for backups. */
export const sqliteDialect = (path: string, synchronous: 'full' | 'off', patienceMs: number): { dialect: Dialect; file: DatabaseSync } => {
  const driver = new SqliteDriver(path, synchronous, patienceMs)
  return {
    file: driver.writer.file,
    dialect: {
      createDriver: () => driver,
      createQueryCompiler: () => new SqliteQueryCompiler(),
      createAdapter: () => new HouseAdapter(),
      createIntrospector: (db) => new SqliteIntrospector(db),
    },
  }
}
