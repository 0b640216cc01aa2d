import { sql } from 'kysely'
import { queriesOf } from './count-queries.ts'
import type { School } from './test-app.ts'

/**
 * How SQLite reads a table, by its name in the query, to answer a call: one plan line for each time a query reads it.
 */
export const waysOver = async (
  { app: { db } }: School,
  table: string,
  ask: () => Promise<unknown>,
): Promise<string[]> => {
  const named = new RegExp(`\\b${table}\\b`)
  const queries = (await queriesOf(db, ask)).filter(({ sql: text }) => named.test(text))
  const plans = await Promise.all(
    queries.map(
      async (query) =>
        (
          await db.executeQuery<{ detail: string }>({
            ...query,
            sql: `explain query plan ${query.sql}`,
            query: sql`select 1`.compile(db).query,
          })
        ).rows,
    ),
  )
  const way = new RegExp(`^(SCAN|SEARCH) ${table}\\b`)
  return plans.flat().flatMap(({ detail }) => (way.test(detail) ? [detail] : []))
}
