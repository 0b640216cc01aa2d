import { PostgresAdapter, PostgresIntrospector, PostgresQueryCompiler } from 'kysely'
import type { CompiledQuery, Dialect, Driver, QueryResult } from 'kysely'
import pg from 'pg'
import type { Pool, PoolClient } from 'pg'
import { committed, scalars, type HouseConnection } from './connection.ts'
import { translated } from './errors.ts'

const POOL_SIZE = 15
// The server ends a statement first; this much later we stop waiting for one whose server does not answer at all.
const GRACE_MS = 500

const wholeNumber = (text: string): number => {
  const value = Number(text)
  if (!Number.isSafeInteger(value)) throw new RangeError(`${text} is beyond 2^53`)
  return value
}

const notCast = (): never => {
  throw new TypeError('a numeric came back: cast it to bigint or double precision')
}

const types = {
  getTypeParser: (oid: number, format?: 'text' | 'binary') => {
    if (oid === pg.types.builtins.INT8) return wholeNumber
    if (oid === pg.types.builtins.NUMERIC) return notCast
    return pg.types.getTypeParser(oid, format)
  },
}

/** The settings of every connection of ours. */
export const clientConfig = (url: string, patienceMs: number) => ({
  connectionString: url,
  application_name: 'tongchuang',
  keepAlive: true,
  connectionTimeoutMillis: patienceMs,
  types: types as pg.ClientConfig['types'],
})

class PostgresConnection implements HouseConnection {
  afterCommit: (() => void)[] = []
  isUnhurried = false
  isBroken = false
  readonly client: PoolClient
  readonly #timeout: number
  constructor(client: PoolClient, patienceMs: number) {
    this.client = client
    this.#timeout = patienceMs + GRACE_MS
  }

  async executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    const { command, rowCount, rows } = await this.query<R & pg.QueryResultRow>(query.sql, scalars(query))
    const changes = command === 'INSERT' || command === 'UPDATE' || command === 'DELETE'
    return { rows, numAffectedRows: changes ? BigInt(rowCount ?? 0) : undefined }
  }

  async query<R extends pg.QueryResultRow>(text: string, values: unknown[] = []): Promise<pg.QueryResult<R>> {
    try {
      // query_timeout is honoured for each query but missing from the types of pg.
      const config: pg.QueryConfig & { query_timeout?: number } = { text, values, query_timeout: this.isUnhurried ? undefined : this.#timeout }
      return await this.client.query<R>(config)
    } catch (error) {
      // An error with a five-character state came from a live server; after any other one the connection is in doubt.
      const isAnswer = error instanceof pg.DatabaseError
      if (!isAnswer) this.isBroken = true
      throw translated(error)
    }
  }

  streamQuery(): never {
    throw new Error('results are paged, not streamed')
  }
}

class PostgresDriver implements Driver {
  readonly #pool: Pool
  readonly #patienceMs: number
  constructor(pool: Pool, patienceMs: number) {
    this.#pool = pool
    this.#patienceMs = patienceMs
  }

  async init(): Promise<void> {}

  async acquireConnection(): Promise<PostgresConnection> {
    try {
      return new PostgresConnection(await this.#pool.connect(), this.#patienceMs)
    } catch (error) {
      throw translated(error)
    }
  }

  async releaseConnection(connection: PostgresConnection): Promise<void> {
    connection.client.release(connection.isBroken)
  }

  async beginTransaction(connection: PostgresConnection): Promise<void> {
    await connection.query('begin')
  }

  async commitTransaction(connection: PostgresConnection): Promise<void> {
    const { command } = await connection.query('commit')
    // After a failed statement the server turns a commit into a rollback and reports no error.
    if (command !== 'COMMIT') throw new Error('a statement of this transaction failed and nothing was saved')
    committed(connection)
  }

  async rollbackTransaction(connection: PostgresConnection): Promise<void> {
    connection.afterCommit = []
    try {
      if (!connection.isBroken) await connection.query('rollback')
    } catch {
      // The caller shall see why the transaction failed, not that its connection is gone; the server rolls back by itself.
      connection.isBroken = true
    }
  }

  async destroy(): Promise<void> {
    await this.#pool.end()
  }
}

/** PostgreSQL on pg for Kysely, with bounded waiting everywhere. */
export const postgresDialect = (url: string, patienceMs: number, onIdleError: (error: Error) => void): Dialect => {
  const pool = new pg.Pool({
    ...clientConfig(url, patienceMs),
    max: POOL_SIZE,
    statement_timeout: patienceMs,
    idle_in_transaction_session_timeout: 10_000,
    idleTimeoutMillis: 30_000,
  })
  pool.on('error', onIdleError)
  // A connection that breaks while it is checked out reports it here as well: unheard, that would end the process.
  pool.on('connect', (client) => client.on('error', onIdleError))
  return {
    createDriver: () => new PostgresDriver(pool, patienceMs),
    createQueryCompiler: () => new PostgresQueryCompiler(),
    createAdapter: () => new PostgresAdapter(),
    createIntrospector: (db) => new PostgresIntrospector(db),
  }
}
