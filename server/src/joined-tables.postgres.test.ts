import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { servedCalls } from './http/all-calls.ts'
import type { JsonSchema } from './http/json-schema.ts'
import { queriesOf } from './testing/count-queries.ts'
import { filled } from './testing/matrix/answers.ts'
import { asking, callNamed, isAtOnce, isReading, objectOf } from './testing/matrix/asking.ts'
import { staffRows } from './testing/matrix/rows.staff.ts'
import { studentRows } from './testing/matrix/rows.student.ts'
import { matrixSchool, type MatrixSchool } from './testing/matrix/school.ts'

// The default of PostgreSQL for `join_collapse_limit` and `from_collapse_limit`.
const ORDERED_BY_ITSELF = 8

let matrix: MatrixSchool

beforeAll(async () => {
  matrix = await matrixSchool()
}, 120_000)
afterAll(() => matrix.school.close())

type Plan = { 'Node Type': string; 'Parent Relationship'?: string; Plans?: Plan[] }

const isBeside = ({ 'Parent Relationship': relation = '' }: Plan): boolean =>
  !['SubPlan', 'InitPlan'].includes(relation)
const isJoin = ({ 'Node Type': type }: Plan): boolean => /^Nested Loop|Join$/.test(type)
const passesOn = ({ 'Node Type': type }: Plan): boolean =>
  /^(Hash|Materialize|Memoize|Sort|Incremental Sort)$/.test(type)

/**
 * The number of tables in each join list of a statement; a subquery planned by itself counts as one table and has a
 * list of its own.
 */
const joined = (plan: Plan): { here: number; lists: number[] } => {
  const parts = (plan.Plans ?? []).map((part) => ({ part, of: joined(part) }))
  const isOpen = isJoin(plan) || passesOn(plan)
  const within = isOpen ? parts.filter(({ part }) => isBeside(part)) : []
  const apart = parts.filter((one) => !within.includes(one))
  const here = isOpen ? within.reduce((sum, { of }) => sum + of.here, 0) : 1
  return {
    here,
    lists: [...within.flatMap(({ of }) => of.lists), ...apart.flatMap(({ of }) => [of.here, ...of.lists])],
  }
}

/** The largest list of joins of a statement, whatever its parameters. */
const mostJoined = (text: string): Promise<number> =>
  matrix.school.app.db.connection().execute(async (connection) => {
    const run = <R>(statement: string) => sql.raw<R>(statement).execute(connection)
    const parameters = Math.max(0, ...[...text.matchAll(/\$(\d+)/g)].map(([, number]) => Number(number)))
    const given = parameters === 0 ? '' : `(${Array.from({ length: parameters }, () => 'null').join(', ')})`
    // `explain (generic_plan)` exists only from PostgreSQL 16 on.
    await run('set plan_cache_mode = force_generic_plan')
    await run(`prepare explained as ${text}`)
    try {
      const { rows } = await run<{ 'QUERY PLAN': [{ Plan: Plan }] }>(`explain (format json) execute explained${given}`)
      const plan = rows[0]?.['QUERY PLAN'][0].Plan
      if (plan === undefined) throw new Error(`no plan of ${text}`)
      const { here, lists } = joined(plan)
      return Math.max(here, ...lists)
    } finally {
      await run('deallocate explained')
      await run('reset plan_cache_mode')
    }
  })

/** The statements of each read of both sites, by default and, where it has a search, with a search word. */
const statements = async (): Promise<Map<string, string>> => {
  const calls = servedCalls(matrix.school.app.http)
  const texts = new Map<string, string>()
  for (const [rows, token] of [
    [studentRows, matrix.tokens.owner],
    [staffRows, matrix.tokens.admin],
  ] as const)
    for (const [name, input] of rows.filter((row) => isAtOnce(row) && isReading(row))) {
      const call = callNamed(calls, name)
      const given = filled(input, objectOf(matrix))
      const { properties = {} }: JsonSchema = call.input
      const words = ['keyword', 'q'].filter((field) => field in properties)
      for (const more of [{}, ...words.map((field) => ({ [field]: '观察' }))]) {
        const ask = () => matrix.undone(() => asking(matrix)(call, { ...given, ...more }, token))
        for (const { sql: text } of await queriesOf(matrix.school.app.db, ask)) texts.set(text, name)
      }
    }
  return texts
}

test(
  'no read of either site joins more tables than PostgreSQL puts in order by itself',
  { timeout: 120_000 },
  async () => {
    const texts = await statements()
    expect(texts.size).toBeGreaterThan(200)
    const tooMany: string[] = []
    for (const [text, name] of texts) {
      const most = await mostJoined(text)
      if (most > ORDERED_BY_ITSELF) tooMany.push(`${name}: ${most} tables in ${text.slice(0, 200)}`)
    }
    expect(tooMany).toEqual([])
  },
)
