import { PostgresAdapter, PostgresIntrospector, PostgresQueryCompiler } from 'kysely'
import type { CompiledQuery, Dialect, Driver, QueryResult } from 'kysely'
import pg from 'pg'
import type { Pool, PoolClient } from 'pg'
import { committed, scalars, type HouseConnection } from './connection.ts'
import { isOutdatedPlan, translated } from './errors.ts'

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

// A point read with two joins costs the server 50 instead of 180 µs when it is planned before.
const NAMED_STATEMENTS = 300
const NAMED_AFTER = 3

/** Names the statements that come again and again, so that each connection keeps them prepared; lists of varying length never get there. */
const createNames = (): ((text: string) => string | undefined) => {
  const names = new Map<string, string>()
  const seen = new Map<string, number>()
  return (text) => {
    const name = names.get(text)
    if (name !== undefined || names.size >= NAMED_STATEMENTS) return name
    const times = (seen.get(text) ?? 0) + 1
    if (seen.size > 10 * NAMED_STATEMENTS) seen.clear()
    seen.set(text, times)
    if (times < NAMED_AFTER) return undefined
    seen.delete(text)
    names.set(text, `s${names.size}`)
    return names.get(text)
  }
}

class PostgresConnection implements HouseConnection {
  afterCommit: (() => void)[] = []
  isUnhurried = false
  isBroken = false
  readonly client: PoolClient
  readonly #timeout: number
  readonly #nameOf: (text: string) => string | undefined
  constructor(client: PoolClient, patienceMs: number, nameOf: (text: string) => string | undefined) {
    this.client = client
    this.#timeout = patienceMs + GRACE_MS
    this.#nameOf = nameOf
  }

  async executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    const { command, rowCount, rows } = await this.query<R & pg.QueryResultRow>(
      query.sql,
      scalars(query),
      this.#nameOf(query.sql),
    )
    const changes = command === 'INSERT' || command === 'UPDATE' || command === 'DELETE'
    return { rows, numAffectedRows: changes ? BigInt(rowCount ?? 0) : undefined }
  }

  async query<R extends pg.QueryResultRow>(
    text: string,
    values: unknown[] = [],
    name?: string,
  ): Promise<pg.QueryResult<R>> {
    try {
      // query_timeout is honoured for each query but missing from the types of pg.
      const config: pg.QueryConfig & { query_timeout?: number } = {
        text,
        values,
        name,
        query_timeout: this.isUnhurried ? undefined : this.#timeout,
      }
      return await this.client.query<R>(config)
    } catch (error) {
      // Any error but one the server stated leaves the connection in doubt; a prepared statement that no longer fits its table stays so.
      if (!(error instanceof pg.DatabaseError) || isOutdatedPlan(error)) this.isBroken = true
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
  readonly #nameOf = createNames()
  constructor(pool: Pool, patienceMs: number) {
    this.#pool = pool
    this.#patienceMs = patienceMs
  }

  async init(): Promise<void> {}

  async acquireConnection(): Promise<PostgresConnection> {
    try {
      return new PostgresConnection(await this.#pool.connect(), this.#patienceMs, this.#nameOf)
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
