import type { CompiledQuery } from 'kysely'
import type { Db } from '../db/schema.ts'
import { withConnection, type OwnConnection } from '../db/connection.ts'
import type { School } from './test-app.ts'

/** Hears of every call of a method of one object; answers how to stop. */
const hearing = <T extends object>(owner: T, name: keyof T, hear: (...given: never[]) => void): (() => void) => {
  const real = owner[name] as (...given: unknown[]) => unknown
  const value = (...given: unknown[]): unknown => {
    hear(...(given as never[]))
    return real.apply(owner, given)
  }
  Object.defineProperty(owner, name, { configurable: true, value })
  return () => void Reflect.deleteProperty(owner, name)
}

/** The queries some work makes outside of transactions. Those that are compiled once go a way of their own. */
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

/** How many of them. */
export const countQueries = async ({ app }: School, work: () => Promise<unknown>): Promise<number> =>
  (await queriesOf(app.db, work)).length

/**
 * What some work asks, within transactions too, without their beginnings and ends; and how many ways to the database that
 * takes, for what is sent before the answers have come travels along.
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
  const begin = (): number => {
    statements += 1
    ways = next
    return next
  }
  const undo = 'read' in adapter ? hearing(adapter, 'read', () => (next = begin() + 1)) : undefined
  way.executeQuery = async function (...given) {
    const its = begin()
    try {
      return (await real.apply(this, given)) as never
    } finally {
      // With the first answer the others of this way come, too; who asks on goes the next.
      if (its === next) next += 1
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
