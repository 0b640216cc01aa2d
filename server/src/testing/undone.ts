import {
  CompiledQuery,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
} from 'kysely'
import type { ControlledTransaction, Driver, QueryResult } from 'kysely'
import type { ColumnReader, OwnConnection } from '../db/connection.ts'
import { createMutex } from '../db/mutex.ts'
import type { Database } from '../db/open.ts'
import type { Schema } from '../db/schema.ts'

/** Waits at most this long for the transaction of a concurrent statement. */
const timeoutMs = 5_000

class SqliteWithManyConnections extends SqliteAdapter {
  readonly columnsOf: ColumnReader['columnsOf']
  constructor(real: ColumnReader) {
    super()
    this.columnsOf = (sql) => real.columnsOf(sql)
  }

  // Kysely's default, false, would make a read during a transaction wait for its end.
  override get supportsMultipleConnections(): boolean {
    return true
  }
}

/**
 * A database whose changes can be undone: `undone(work)` runs `work` and leaves every table as it was, however many
 * transactions `work` commits. They are savepoints of one transaction that never commits. `before` runs first and is
 * undone as well. `changed` names the tables changed by what `work` committed in the last `undone`.
 */
// oxlint-disable-next-line max-lines-per-function -- its steps share the copy that everything is put back from
export const undoable = (
  database: Database,
): {
  database: Database
  undone: <T>(work: () => Promise<T>, before?: () => Promise<void>) => Promise<T>
  changed: () => string[]
} => {
  let outer: ControlledTransaction<Schema> | null = null
  let changed = new Set<string>()
  const turn = createMutex(timeoutMs)
  const say = (sql: string) => (outer ?? database.db).executeQuery(CompiledQuery.raw(sql))

  class Connection implements OwnConnection {
    // These callbacks never run: nothing is ever committed.
    afterCommit: (() => void)[] = []
    isUnhurried = false
    isInTransaction = false
    changing: string[] = []
    async executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
      if (!outer || /^\s*select\s/i.test(query.sql))
        return (outer ?? database.db).executeQuery<R>(query as CompiledQuery<R>)
      if (this.isInTransaction) return this.change<R>(query)
      // A statement that PostgreSQL refuses would abort the surrounding transaction, so it gets its own savepoint.
      await driver.beginTransaction(this)
      try {
        const result = await this.change<R>(query)
        await driver.commitTransaction(this)
        return result
      } catch (error) {
        await driver.rollbackTransaction(this)
        throw error
      }
    }
    async change<R>(query: CompiledQuery): Promise<QueryResult<R>> {
      const result = await (outer ?? database.db).executeQuery<R>(query as CompiledQuery<R>)
      const table = /^(?:insert into|update|delete from) "(\w+)"/.exec(query.sql)?.[1]
      if (table !== undefined && ((result.numAffectedRows ?? 0n) > 0n || result.rows.length > 0))
        this.changing.push(table)
      return result
    }
    streamQuery(): never {
      throw new Error('results are paged, not streamed')
    }
  }

  const driver = {
    init: async () => {},
    acquireConnection: async () => new Connection(),
    releaseConnection: async () => {},
    destroy: async () => {},
    beginTransaction: async (connection: Connection) => {
      if (!outer) throw new Error('only within `undone`')
      await turn.take()
      await say('savepoint within')
      connection.isInTransaction = true
    },
    commitTransaction: async (connection: Connection) => {
      await say('release savepoint within')
      for (const table of connection.changing) changed.add(table)
      connection.changing = []
      connection.isInTransaction = false
      turn.release()
    },
    rollbackTransaction: async (connection: Connection) => {
      if (!connection.isInTransaction) return
      await say('rollback to savepoint within')
      await say('release savepoint within')
      connection.changing = []
      connection.isInTransaction = false
      turn.release()
    },
  }
  const isPostgres = database.dialect === 'postgres'
  const real: object = database.db.getExecutor().adapter
  const db = new Kysely<Schema>({
    dialect: {
      createDriver: () => driver as unknown as Driver,
      createAdapter: () => (isPostgres ? new PostgresAdapter() : new SqliteWithManyConnections(real as ColumnReader)),
      createQueryCompiler: () => (isPostgres ? new PostgresQueryCompiler() : new SqliteQueryCompiler()),
      createIntrospector: (inner) => (isPostgres ? new PostgresIntrospector(inner) : new SqliteIntrospector(inner)),
    },
  })
  return {
    database: { ...database, db, afterCommit: async () => {}, notify: async () => {} },
    undone: async (work, before) => {
      outer = await database.db.startTransaction().execute()
      try {
        await before?.()
        changed = new Set()
        return await work()
      } finally {
        const ended = outer
        outer = null
        await ended.rollback().execute()
      }
    },
    changed: () => [...changed].toSorted(),
  }
}
