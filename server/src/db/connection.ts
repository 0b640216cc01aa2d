import type { CompiledQuery, DatabaseConnection, Kysely } from 'kysely'
import { withoutDeadline } from './deadline.ts'

export type Dialect = 'sqlite' | 'postgres'

/** Whether it is PostgreSQL, where others write while a transaction is under way; on SQLite nobody does. */
export const isPostgres = <D>(db: Kysely<D>): boolean => !('columnsOf' in db.getExecutor().adapter)

/** The fields that the product's drivers add to a connection of Kysely. */
export type OwnConnection = DatabaseConnection & {
  /** Run once after the commit of the transaction under way, dropped on its rollback. */
  afterCommit: (() => void)[]
  /** No time limit on statements: migrations and bulk loading. */
  isUnhurried: boolean
}

/** The extension of a Kysely adapter: reads without waiting for a connection. SQLite answers synchronously. */
export type DirectReader = { read: <R>(query: CompiledQuery) => R[] | Promise<R[]> }

/**
 * A query that is compiled once: its text is in the source code, so their number is limited. `forMany` is the same
 * query for many calls: in place of each of its parameters, here this call's values, it takes an array of all calls',
 * and each of its rows has the number of its call, from 1.
 */
export type KeptQuery<R> = CompiledQuery<R> & { readonly isKept: true; readonly forMany?: CompiledQuery | undefined }

/** The column of a query for many calls that tells which call a row belongs to. */
export const CALL_NUMBER = 'call_number'

/** A further extension on SQLite: reports the declared types of the columns of a query. */
export type ColumnReader = { columnsOf: (sql: string) => { name: string; type: string | null }[] }

/** The connection a transaction runs on. */
export const withConnection = <T, D>(db: Kysely<D>, work: (connection: OwnConnection) => Promise<T>): Promise<T> =>
  db.getExecutor().provideConnection((connection) => work(connection as OwnConnection))

/**
 * Runs `work` after the commit of the transaction `db`, at once if `db` is no transaction, and never if it is rolled
 * back.
 */
export const afterCommit = async <D>(db: Kysely<D>, work: () => void): Promise<void> => {
  if (!db.isTransaction) withoutDeadline(() => setImmediate(work))
  else {
    await withConnection(db, async (connection) => {
      connection.afterCommit.push(work)
    })
  }
}

/** Starts what was waiting for the commit, outside of the caller's stack. */
export const committed = (connection: OwnConnection): void => {
  for (const work of connection.afterCommit.splice(0)) withoutDeadline(() => setImmediate(work))
}

/**
 * Returns the parameters of a query for the driver. Throws for anything but scalars and bytes: node:sqlite would read
 * an object as named parameters and shift the rest, pg would turn it into JSON.
 */
export const scalars = (query: CompiledQuery): unknown[] => {
  const { parameters } = query
  for (let index = 0; index < parameters.length; index += 1) {
    const value = parameters[index]
    const isScalar =
      typeof value === 'string' ||
      typeof value === 'boolean' ||
      value === null ||
      (typeof value === 'number' && Number.isFinite(value)) ||
      value instanceof Uint8Array
    if (!isScalar)
      throw new TypeError(
        `parameter ${index + 1} is ${value === undefined ? 'undefined' : `not a scalar (${typeof value} ${String(value)})`}: ${query.sql.slice(0, 200)}`,
      )
  }
  return parameters as unknown[]
}
