import { withConnection, type OwnConnection } from '../db/connection.ts'
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
  const undo = 'read' in adapter ? counting(adapter, 'read', () => (next = begin() + 1)) : undefined
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
