import {
  type BinaryOperationNode,
  OperatorNode,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  PrimitiveValueListNode,
} from 'kysely'
import type { CompiledQuery, Dialect, Driver, QueryResult } from 'kysely'
import pg from 'pg'
import type { Pool, PoolClient } from 'pg'
import { committed, scalars, type DirectReader, type KeptQuery, type OwnConnection } from './connection.ts'
import { timeLeft } from './deadline.ts'
import { DatabaseUnavailable, isOutdatedPlan, translated } from './errors.ts'
import { clientConfig } from './postgres-client.ts'
import { createNames, type Names } from './postgres-names.ts'
import { plannedAnew, setPlannedOnce } from './postgres-plans.ts'
import { send } from './postgres-query.ts'
import { sharedReaders } from './postgres-readers.ts'
import { writeTogether } from './postgres-stream.ts'
import { readingByTurns } from './postgres-turns.ts'

// With two readers and one listener this makes 16 connections, as docs/operate.md states.
const POOL_SIZE = 13
// The server ends a statement first; this much later a server that does not answer at all is given up.
const GRACE_MS = 500
// Whatever the server's own default is: what is read behind a lock has to be what stands there now.
const BEGIN = 'begin isolation level read committed'
// The smallest reduction of the server's own time limit that is worth sending.
const WORTH_TELLING_MS = 250

type Readers = ReturnType<typeof sharedReaders>

class PostgresConnection implements OwnConnection {
  afterCommit: (() => void)[] = []
  isUnhurried = false
  isBroken = false
  readonly client: PoolClient
  readonly #timeoutMs: number
  readonly #nameOf: Names['nameOf']
  // What the server allows a statement of the transaction under way; null outside of one.
  #allowedMs: number | null = null
  // What begins the transaction; null outside of one, and once it is sent.
  #beginning: string | null = null
  #begun: Promise<unknown> = Promise.resolve()
  #isPlannedOnce = false
  constructor(client: PoolClient, timeoutMs: number, nameOf: Names['nameOf']) {
    this.client = client
    this.#timeoutMs = timeoutMs
    this.#nameOf = nameOf
  }

  /** Sent with the first statement, which fails if this fails: alone it would cost a round trip. */
  begin(): void {
    const left = timeLeft(this.#timeoutMs)
    const isLess = left < this.#timeoutMs - WORTH_TELLING_MS
    this.#beginning = isLess ? `${BEGIN}; set local statement_timeout = ${Math.ceil(left)}` : BEGIN
    this.#allowedMs = isLess ? left : this.#timeoutMs
  }

  /** Ends the transaction; answers what the server did. */
  async end(how: 'commit' | 'rollback'): Promise<string> {
    if (how === 'commit') timeLeft(this.#timeoutMs)
    const isUnused = this.#beginning !== null
    this.#beginning = null
    this.#allowedMs = null
    this.#isPlannedOnce = false
    if (isUnused) return how.toUpperCase()
    // Awaited so that a transaction whose begin failed is not reported as saved.
    if (how === 'commit') await this.#begun
    const { command } = await this.query(how)
    return command
  }

  /**
   * Refuses a statement whose deadline is over; in a slow transaction, reduces the server's time limit to what is left.
   */
  async #mayTake(): Promise<void> {
    if (this.isUnhurried) return
    const left = timeLeft(this.#timeoutMs)
    if (this.#allowedMs === null || left > this.#allowedMs - WORTH_TELLING_MS) return
    this.#allowedMs = left
    this.#open(false)
    await this.query(`set local statement_timeout = ${Math.ceil(left)}`)
  }

  /**
   * Begins the transaction with its first statement, and sets the planner options with its first compiled one: sent
   * with that statement, which fails if this fails.
   */
  #open(isKept: boolean): void {
    const beginning = this.#beginning
    const isToPlan = isKept && this.#allowedMs !== null && !this.#isPlannedOnce
    this.#beginning = null
    if (isToPlan) this.#isPlannedOnce = true
    const orders = [...(beginning === null ? [] : [beginning]), ...(isToPlan ? [setPlannedOnce] : [])]
    if (orders.length === 0) return
    const sent = this.query(orders.join('; '))
    sent.catch(() => {})
    if (beginning !== null) this.#begun = sent
  }

  async executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    await this.#mayTake()
    this.#open('isKept' in query)
    const { command, rowCount, rows } = await this.query<R & pg.QueryResultRow>(
      query.sql,
      scalars(query),
      this.#nameOf(query),
    )
    const changes = command === 'INSERT' || command === 'UPDATE' || command === 'DELETE'
    return { rows, numAffectedRows: changes ? BigInt(rowCount ?? 0) : undefined }
  }

  async query<R extends pg.QueryResultRow>(
    text: string,
    values: readonly unknown[] = [],
    name?: string,
  ): Promise<pg.QueryResult<R>> {
    try {
      const named = name === undefined ? undefined : plannedAnew(this.client, name)
      writeTogether(this.client)
      const silenceMs = this.isUnhurried ? undefined : this.#timeoutMs + GRACE_MS
      return await send<R>(this.client, text, { values, name: named, silenceMs })
    } catch (error) {
      // After an error not sent by the server the state of the connection is unknown; an outdated prepared statement
      // stays outdated. Either way the connection is not reused.
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
  readonly #timeoutMs: number
  readonly #names: Names
  readonly #readers: Readers
  constructor(pool: Pool, timeoutMs: number, { readers, names }: { readers: Readers; names: Names }) {
    this.#pool = pool
    this.#timeoutMs = timeoutMs
    this.#readers = readers
    this.#names = names
  }

  async init(): Promise<void> {}

  async acquireConnection(): Promise<PostgresConnection> {
    const client = await this.#connect(timeLeft(this.#timeoutMs))
    this.#names.meet(client)
    return new PostgresConnection(client, this.#timeoutMs, this.#names.nameOf)
  }

  /**
   * A connection of the pool. The pool's own timeout is fixed, so a shorter deadline of the caller is enforced here.
   */
  async #connect(left: number): Promise<PoolClient> {
    const { promise: late, reject } = Promise.withResolvers<never>()
    const timer = setTimeout(() => reject(new DatabaseUnavailable(`no connection within ${Math.round(left)} ms`)), left)
    const coming = this.#pool.connect()
    try {
      return await Promise.race([coming, late])
    } catch (error) {
      coming.then(
        (client) => client.release(),
        () => {},
      )
      throw translated(error)
    } finally {
      clearTimeout(timer)
    }
  }

  async releaseConnection(connection: PostgresConnection): Promise<void> {
    connection.client.release(connection.isBroken || this.#names.isOutdated(connection.client))
  }

  async beginTransaction(connection: PostgresConnection): Promise<void> {
    connection.begin()
  }

  async commitTransaction(connection: PostgresConnection): Promise<void> {
    const command = await connection.end('commit')
    // After a failed statement the server turns a commit into a rollback and reports no error.
    if (command !== 'COMMIT') throw new Error('a statement of this transaction failed and nothing was saved')
    committed(connection)
  }

  async rollbackTransaction(connection: PostgresConnection): Promise<void> {
    connection.afterCommit = []
    try {
      if (!connection.isBroken) await connection.end('rollback')
    } catch {
      // The caller shall see why the transaction failed, not that its connection is gone; the server rolls back by
      // itself.
      connection.isBroken = true
    }
  }

  async destroy(): Promise<void> {
    await Promise.all([this.#readers.close(), this.#pool.end()])
  }
}

class OwnCompiler extends PostgresQueryCompiler {
  // No value is in an empty list. SQLite evaluates that; PostgreSQL rejects `in ()` as a syntax error.
  protected override visitBinaryOperation(node: BinaryOperationNode): void {
    const { operator, rightOperand } = node
    const isEmpty = PrimitiveValueListNode.is(rightOperand) && rightOperand.values.length === 0
    const word = isEmpty && OperatorNode.is(operator) ? operator.operator : null
    if (word === 'in' || word === 'not in') this.append(String(word === 'not in'))
    else super.visitBinaryOperation(node)
  }
}

/** Compiled queries are read through the shared readers; all others wait for a connection of their own. */
class OwnAdapter extends PostgresAdapter implements DirectReader {
  readonly #readers: Readers
  readonly #timeoutMs: number
  readonly #nameOf: Names['nameOf']
  readonly #byTurns = readingByTurns((query, values) => this.#send({ ...query, isKept: true } as never, values))
  constructor(readers: Readers, timeoutMs: number, nameOf: Names['nameOf']) {
    super()
    this.#readers = readers
    this.#timeoutMs = timeoutMs
    this.#nameOf = nameOf
  }

  async read<R>(query: CompiledQuery & Partial<Pick<KeptQuery<R>, 'forMany'>>): Promise<R[]> {
    timeLeft(this.#timeoutMs)
    const values = scalars(query)
    const alone = () => this.#send<R>(query, values)
    return query.forMany ? this.#byTurns(query.forMany, alone) : alone()
  }

  #send<R>(query: CompiledQuery, values: readonly unknown[]): Promise<R[]> {
    return this.#readers.read({ text: query.sql, values, name: this.#nameOf(query) }) as Promise<R[]>
  }
}

/** PostgreSQL on pg for Kysely, with bounded waiting everywhere; and how many connections there are. */
export const postgresDialect = (
  url: string,
  timeoutMs: number,
  onIdleError: (error: Error) => void,
): { dialect: Dialect; counts: () => { open: number; idle: number; waiting: number } } => {
  const pool = new pg.Pool({
    ...clientConfig(url, timeoutMs),
    // What a transaction sends side by side (at-once.ts) does not wait for the answer before.
    pipeline: true,
    max: POOL_SIZE,
    statement_timeout: timeoutMs,
    idle_in_transaction_session_timeout: 10_000,
    idleTimeoutMillis: 30_000,
  } as pg.PoolConfig)
  const readers = sharedReaders({
    config: (options) => clientConfig(url, timeoutMs, options),
    timeoutMs,
    graceMs: GRACE_MS,
    onError: onIdleError,
  })
  const names = createNames()
  pool.on('error', onIdleError)
  // A connection that breaks while it is checked out reports it here as well: unheard, that would end the process.
  pool.on('connect', (client) => client.on('error', onIdleError))
  return {
    dialect: {
      createDriver: () => new PostgresDriver(pool, timeoutMs, { readers, names }),
      createQueryCompiler: () => new OwnCompiler(),
      createAdapter: () => new OwnAdapter(readers, timeoutMs, names.nameOf),
      createIntrospector: (db) => new PostgresIntrospector(db),
    },
    counts: () => {
      const { open, idle } = readers.counts()
      return { open: pool.totalCount + open, idle: pool.idleCount + idle, waiting: pool.waitingCount }
    },
  }
}
