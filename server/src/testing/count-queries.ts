import type { CompiledQuery } from 'kysely'
import type { Db } from '../db/schema.ts'
import { withConnection, type OwnConnection } from '../db/connection.ts'
import type { School } from './test-app.ts'

/** Observes every call of a method of one object; returns a function that stops it. */
const hearing = <T extends object>(owner: T, name: keyof T, hear: (...given: never[]) => void): (() => void) => {
  const real = owner[name] as (...given: unknown[]) => unknown
  const value = (...given: unknown[]): unknown => {
    hear(...(given as never[]))
    return real.apply(owner, given)
  }
  Object.defineProperty(owner, name, { configurable: true, value })
  return () => void Reflect.deleteProperty(owner, name)
}

/**
 * The queries some work runs outside transactions. Queries compiled once take a separate path, which is observed too.
 */
export const queriesOf = async (db: Db, work: () => Promise<unknown>): Promise<CompiledQuery[]> => {
  const executor = db.getExecutor()
  const adapter: { read?: unknown } = executor.adapter as object
  const queries: CompiledQuery[] = []
  const note = (query: CompiledQuery): void => void queries.push(query)
  const undo = [hearing(executor, 'executeQuery', note), ...('read' in adapter ? [hearing(adapter, 'read', note)] : [])]
  try {
    await work()
  } finally {
    for (const one of undo) one()
  }
  return queries
}

/** The number of queries some work runs outside transactions. */
export const countQueries = async ({ app }: School, work: () => Promise<unknown>): Promise<number> =>
  (await queriesOf(app.db, work)).length

/**
 * The number of statements some work runs, including those within transactions but not their begin and end, and the
 * number of database round trips they take. Statements sent before earlier answers arrive share a round trip; its
 * answers are handed on together, as on a busy machine they may arrive one by one.
 */
export const countStatements = async (
  { app }: School,
  work: () => Promise<unknown>,
): Promise<{ statements: number; ways: number }> => {
  const way = await withConnection(app.db, async (connection) => Object.getPrototypeOf(connection) as OwnConnection)
  const adapter: { read?: unknown } = app.db.getExecutor().adapter as object
  const real = way.executeQuery
  let statements = 0
  let ways = 0
  let next = 1
  let open = 0
  let trip = Promise.withResolvers<void>()
  const begin = (): number => {
    statements += 1
    ways = next
    return next
  }
  const undo = 'read' in adapter ? hearing(adapter, 'read', () => (next = begin() + 1)) : undefined
  way.executeQuery = async function (...given) {
    begin()
    open += 1
    try {
      return (await real.apply(this, given)) as never
    } finally {
      open -= 1
      if (open === 0) {
        next += 1
        trip.resolve()
        trip = Promise.withResolvers()
      } else await trip.promise
    }
  }
  try {
    await work()
  } finally {
    way.executeQuery = real
    undo?.()
  }
  return { statements, ways }
}
