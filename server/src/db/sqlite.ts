import type { DatabaseSync } from 'node:sqlite'
import { setImmediate as turnOfLoop, setTimeout as sleep } from 'node:timers/promises'
import { SelectQueryNode, SqliteAdapter, SqliteIntrospector, SqliteQueryCompiler, ValueNode } from 'kysely'
import type { BinaryOperationNode, CompiledQuery, Dialect, Driver, LimitNode, QueryResult } from 'kysely'
import { CommitGroup } from './commit-group.ts'
import { Parameter } from './compiled.ts'
import { committed, type ColumnReader, type DirectReader, type OwnConnection } from './connection.ts'
import { timeLeft, withoutDeadline } from './deadline.ts'
import { DatabaseUnavailable, isLocked, translated } from './errors.ts'
import { LogSync, syncOfFile, type Sync } from './log-sync.ts'
import { createMutex, type Mutex } from './mutex.ts'
import { SharedSnapshot } from './shared-snapshot.ts'
import { openHandle, type Handle } from './sqlite-handle.ts'
import type { Column } from './row-reader.ts'
import { withWords } from './words-of-indexes.ts'

/** Tries again while another process holds the file's write lock, without holding up this one. */
const withRetry = async <T>(timeoutMs: number, work: () => T): Promise<T> => {
  const until = performance.now() + timeLeft(timeoutMs)
  for (let pause = 5; ; pause = Math.min(pause * 2, 100)) {
    try {
      return work()
    } catch (error) {
      if (!isLocked(error)) throw translated(error)
      if (performance.now() > until)
        throw new DatabaseUnavailable('the database file is locked by another process', { cause: error })
    }
    await sleep(pause * (0.5 + Math.random()))
  }
}

/** Whether a statement cannot run within a transaction, or would have another effect there. */
const standsAlone = (query: CompiledQuery): boolean => /^\s*(pragma|vacuum)/i.test(query.sql)

const isRead = (query: CompiledQuery): boolean => SelectQueryNode.is(query.query) || /^\s*select\s/i.test(query.sql)

/** For how many milliseconds a transaction may keep the event loop from everybody else. */
const LONGEST_MS = 20

class SqliteConnection implements OwnConnection {
  afterCommit: (() => void)[] = []
  isUnhurried = false
  isInTransaction = false
  /** When the transaction last let others have the event loop. */
  turnedAt = 0
  readonly #driver: SqliteDriver
  constructor(driver: SqliteDriver) {
    this.#driver = driver
  }

  async executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    const { writer, timeoutMs } = this.#driver
    // Statements are synchronous: without this, nobody is answered before the thousands of a long transaction are over.
    if (this.isInTransaction && performance.now() - this.turnedAt > LONGEST_MS) {
      await turnOfLoop()
      this.turnedAt = performance.now()
    }
    timeLeft(timeoutMs)
    if (!this.isInTransaction && !isRead(query)) return this.#driver.write<R>(query)
    try {
      return this.isInTransaction ? writer.run<R>(query) : this.#driver.read<R>(query)
    } catch (error) {
      throw translated(error)
    }
  }

  streamQuery(): never {
    throw new Error('results are paged, not streamed')
  }
}

/**
 * One connection writes, another reads. A transaction has the writer to itself; a select outside of one never waits for
 * it.
 */
class SqliteDriver implements Driver {
  readonly writer: Handle
  readonly reader: Handle
  readonly snapshot: SharedSnapshot
  readonly turn: Mutex
  readonly timeoutMs: number
  readonly group: CommitGroup
  readonly log: LogSync | null
  constructor({ path, timeoutMs, log }: SqliteOptions) {
    // A durable commit in SQLite would block the event loop while it waits for the disk: the log is flushed separately
    // instead.
    const synchronous = log ? 'normal' : 'off'
    this.log = log && new LogSync(log)
    this.writer = openHandle(path, { readOnly: false, synchronous })
    this.reader = openHandle(path, { readOnly: true, synchronous })
    this.snapshot = new SharedSnapshot(this.reader.file)
    this.turn = createMutex(timeoutMs)
    this.timeoutMs = timeoutMs
    const { turn, snapshot } = this
    this.group = new CommitGroup({ file: this.writer.file, turn, log: this.log, reader: snapshot }, () => {
      if (this.writer.takeChange()) this.reader.forget()
    })
  }

  async init(): Promise<void> {}

  async acquireConnection(): Promise<SqliteConnection> {
    return new SqliteConnection(this)
  }

  /** A select outside of a transaction. */
  read<R>(query: CompiledQuery): QueryResult<R> {
    this.snapshot.hold()
    return this.reader.run<R>(query)
  }

  async releaseConnection(): Promise<void> {}

  /** A statement outside of a transaction: it shares a commit like one. */
  async write<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    const { writer, turn, group, timeoutMs } = this
    await turn.take()
    let onDisk: Promise<void> | undefined
    try {
      if (standsAlone(query)) {
        group.commit()
        const result = await withRetry(timeoutMs, () => {
          this.snapshot.end()
          return writer.run<R>(query)
        })
        onDisk = this.log?.onDisk()
        return result
      }
      await withRetry(timeoutMs, () => group.open())
      const result = writer.run<R>(query)
      onDisk = group.join()
      return result
    } catch (error) {
      onDisk = group.leave()
      throw translated(error)
    } finally {
      turn.release()
      await onDisk
    }
  }

  async beginTransaction(connection: SqliteConnection): Promise<void> {
    await this.turn.take()
    try {
      await withRetry(this.timeoutMs, () => this.group.open())
      this.writer.file.exec('savepoint own')
      connection.isInTransaction = true
      connection.turnedAt = performance.now()
    } catch (error) {
      this.turn.release()
      throw error
    }
  }

  async commitTransaction(connection: SqliteConnection): Promise<void> {
    timeLeft(this.timeoutMs)
    try {
      this.writer.file.exec('release own')
    } catch (error) {
      throw translated(error)
    }
    const done = this.group.join()
    this.#end(connection)
    await done
    committed(connection)
  }

  async rollbackTransaction(connection: SqliteConnection): Promise<void> {
    connection.afterCommit = []
    // Kysely also calls this after a failed commit: there is nothing left to roll back.
    if (!connection.isInTransaction) return
    let onDisk: Promise<void> | undefined
    try {
      if (this.writer.file.isTransaction) this.writer.file.exec('rollback to own; release own')
      if (this.writer.takeChange()) this.writer.forget()
      onDisk = this.group.leave()
    } finally {
      this.#end(connection)
    }
    await onDisk
  }

  async destroy(): Promise<void> {
    await withoutDeadline(() => this.turn.take())
    this.group.close()
    await this.log?.close()
    this.reader.file.close()
    this.writer.file.close()
  }

  #end(connection: SqliteConnection): void {
    connection.isInTransaction = false
    this.turn.release()
  }
}

class OwnCompiler extends SqliteQueryCompiler {
  // Where a bare parameter could decide whether a partial index may be used, SQLite plans anew at each call, for its
  // value: 90 of 120 µs for what a ledger holds. A compiled query says in its text what such an index depends on.
  protected override visitValue(node: ValueNode): void {
    if (node.value instanceof Parameter) this.append('+')
    super.visitValue(node)
  }

  protected override visitBinaryOperation(node: BinaryOperationNode): void {
    super.visitBinaryOperation(withWords(node) ?? node)
  }

  // With a bare parameter for it, SQLite plans the query anew at each call: that takes longer than reading a page of
  // rows.
  protected override visitLimit({ limit }: LimitNode): void {
    const isKnown = ValueNode.is(limit) && Number.isSafeInteger(limit.value)
    this.append(isKnown ? `limit ${String(limit.value)}` : 'limit 0 + ')
    if (!isKnown) this.visitNode(limit)
  }
}

class OwnAdapter extends SqliteAdapter implements DirectReader, ColumnReader {
  readonly #driver: SqliteDriver
  constructor(driver: SqliteDriver) {
    super()
    this.#driver = driver
  }

  read<R>(query: CompiledQuery): R[] {
    try {
      return this.#driver.read<R>(query).rows
    } catch (error) {
      throw translated(error)
    }
  }

  columnsOf(sql: string): Column[] {
    return this.#driver.reader.columnsOf(sql)
  }

  // Kysely's own answer, false, would put every read behind the transaction under way.
  override get supportsMultipleConnections(): boolean {
    return true
  }
}

/** `log`: flushes the log to the disk; null if nothing waits for that, as in tests. */
type SqliteOptions = { path: string; timeoutMs: number; log: Sync | null }

/** Flushes the log of a database file to the disk. */
export const logOf = (path: string): Sync => syncOfFile(`${path}-wal`)

/** SQLite on node:sqlite for Kysely. `file` is the writing connection, for backups. */
export const sqliteDialect = (options: SqliteOptions): { dialect: Dialect; file: DatabaseSync } => {
  const driver = new SqliteDriver(options)
  return {
    file: driver.writer.file,
    dialect: {
      createDriver: () => driver,
      createQueryCompiler: () => new OwnCompiler(),
      createAdapter: () => new OwnAdapter(driver),
      createIntrospector: (db) => new SqliteIntrospector(db),
    },
  }
}
