import { withConnection, type HouseConnection } from '../db/connection.ts'
import type { School } from './test-app.ts'

/** Puts a counter before a method of one object; answers how to take it away again. */
const counting = <T extends object>(owner: T, name: keyof T, count: () => void): (() => void) => {
  const real = owner[name] as (...given: unknown[]) => unknown
  const value = (...given: unknown[]): unknown => {
    count()
    return real.apply(owner, given)
  }
  Object.defineProperty(owner, name, { configurable: true, value })
  return () => void Reflect.deleteProperty(owner, name)
}

/** How many queries some work makes outside of transactions. On SQLite those that are compiled once go a way of their own. */
export const countQueries = async ({ app }: School, work: () => Promise<unknown>): Promise<number> => {
  const executor = app.db.getExecutor()
  const adapter: { read?: unknown } = executor.adapter as object
  let queries = 0
  const note = (): void => {
    queries += 1
  }
  const undo = [
    counting(executor, 'executeQuery', note),
    ...('read' in adapter ? [counting(adapter, 'read', note)] : []),
  ]
  try {
    await work()
  } finally {
    for (const one of undo) one()
  }
  return queries
}

/** The same with what is asked within transactions, without their beginnings and ends. */
export const countStatements = async ({ app }: School, work: () => Promise<unknown>): Promise<number> => {
  const way = await withConnection(app.db, async (connection) => Object.getPrototypeOf(connection) as HouseConnection)
  const adapter: { read?: unknown } = app.db.getExecutor().adapter as object
  const real = way.executeQuery
  let statements = 0
  const undo = 'read' in adapter ? counting(adapter, 'read', () => (statements += 1)) : undefined
  way.executeQuery = function (...given) {
    statements += 1
    return real.apply(this, given) as never
  }
  try {
    await work()
  } finally {
    way.executeQuery = real
    undo?.()
  }
  return statements
}
