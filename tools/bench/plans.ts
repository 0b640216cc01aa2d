/** The work of PostgreSQL for each statement of a call, from its own plans. */
import { sql, type CompiledQuery } from 'kysely'
import type { Db } from '../../server/src/db/schema.ts'
import { scalars } from '../../server/src/db/connection.ts'
import { queriesOf } from '../../server/src/testing/count-queries.ts'

type Node = {
  'Node Type': string
  'Relation Name'?: string
  'Index Name'?: string
  'Actual Rows': number
  'Actual Loops': number
  'Rows Removed by Filter'?: number
  'Rows Removed by Index Recheck'?: number
  Plans?: Node[]
}

export type Plan = { text: string; rows: number; told: string }

/** How many rows of tables and indexes are looked at below a node. */
const rowsBelow = (node: Node): number => {
  const isScan = node['Relation Name'] !== undefined || node['Index Name'] !== undefined
  const each =
    node['Actual Rows'] + (node['Rows Removed by Filter'] ?? 0) + (node['Rows Removed by Index Recheck'] ?? 0)
  const own = isScan && node['Node Type'] !== 'Bitmap Index Scan' ? each * node['Actual Loops'] : 0
  return own + (node.Plans ?? []).reduce((all, inner) => all + rowsBelow(inner), 0)
}

/** Explains a query with the plan its reader uses, generic for prepared queries: `db` is a transaction. */
const explained = async (db: Db, query: CompiledQuery) => {
  const given = sql.join(scalars(query).map((value) => sql.lit(value)))
  await sql`set local plan_cache_mode = ${sql.lit('isKept' in query ? 'force_generic_plan' : 'auto')}`.execute(db)
  await sql`prepare asked as ${sql.raw(query.sql)}`.execute(db)
  const asked = query.parameters.length === 0 ? sql`asked` : sql`asked(${given})`
  const { rows } = await sql<{
    'QUERY PLAN': { Plan: Node }[]
  }>`explain (analyze, buffers, format json) execute ${asked}`.execute(db)
  await sql`deallocate asked`.execute(db)
  return rows[0]?.['QUERY PLAN'][0]
}

/**
 * The plan of each statement of some work, how many rows it looked at, and the whole of what PostgreSQL tells of it.
 */
export const plansOf = async (db: Db, work: () => Promise<unknown>): Promise<Plan[]> => {
  const statements = await queriesOf(db, work)
  return db.transaction().execute(async (own) => {
    const plans: Plan[] = []
    for (const query of statements) {
      const told = await explained(own, query)
      if (told)
        plans.push({ text: query.sql, rows: Math.round(rowsBelow(told.Plan)), told: JSON.stringify(told, null, 1) })
    }
    return plans
  })
}
