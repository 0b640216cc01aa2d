import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite'
import { SelectQueryNode, type CompiledQuery, type QueryResult } from 'kysely'
import { scalars } from './connection.ts'
import type { Column } from './row-reader.ts'
import { rowReader, type RowReader } from './sqlite-rows.ts'

// Waiting inside SQLite blocks the event loop. A writer retries after a pause instead; a reader waits at most for a
// repair.
const BUSY_TIMEOUT_MS = { writer: 0, reader: 20 }
const KEPT_STATEMENTS = 500

type Prepared = { statement: StatementSync; answersRows: boolean; reader: RowReader | null }

/** One SQLite connection with its prepared statements. */
export const openHandle = (path: string, options: { readOnly: boolean; synchronous: 'normal' | 'off' }) => {
  const file = new DatabaseSync(path, {
    readOnly: options.readOnly,
    timeout: BUSY_TIMEOUT_MS[options.readOnly ? 'reader' : 'writer'],
    enableForeignKeyConstraints: true,
  })
  if (!options.readOnly) file.exec(`pragma journal_mode = wal; pragma journal_size_limit = ${16 * 2 ** 20}`)
  file.exec(`pragma synchronous = ${options.synchronous}; pragma temp_store = memory; pragma cache_size = -16000`)
  const kept = new Map<string, Prepared>()
  let hasChangedTables = false

  const prepare = (sql: string): Prepared => {
    const found = kept.get(sql)
    if (found !== undefined) {
      kept.delete(sql)
      kept.set(sql, found)
      return found
    }
    const statement = file.prepare(sql)
    statement.setReturnArrays(true)
    const made = { statement, answersRows: statement.columns().length > 0, reader: null }
    kept.set(sql, made)
    const [oldest] = kept.keys()
    if (kept.size > KEPT_STATEMENTS && oldest !== undefined) kept.delete(oldest)
    return made
  }

  const run = <R>(query: CompiledQuery): QueryResult<R> => {
    const parameters = scalars(query) as SQLInputValue[]
    const prepared = prepare(query.sql)
    const { statement, answersRows } = prepared
    if (!answersRows) {
      const { changes } = statement.run(...parameters)
      if (/^\s*(create|alter|drop)/i.test(query.sql)) {
        kept.clear()
        hasChangedTables = true
      }
      return { rows: [], numAffectedRows: BigInt(changes) }
    }
    const lists = statement.all(...parameters) as unknown as unknown[][]
    // After another connection added columns to a table, rows have more values than before.
    const [first] = lists
    if (prepared.reader === null || (first !== undefined && first.length !== prepared.reader.width))
      prepared.reader = rowReader(statement)
    const rows = lists.map(prepared.reader.read) as R[]
    return { rows, numAffectedRows: SelectQueryNode.is(query.query) ? undefined : BigInt(rows.length) }
  }

  return {
    file,
    run,
    columnsOf: (sql: string): Column[] =>
      file
        .prepare(sql)
        .columns()
        .map(({ name, type }) => ({ name, type })),
    /** Drops kept statements, whose columns may be outdated after a table was changed. */
    forget: () => kept.clear(),
    /** Whether tables were changed since it was last asked. */
    takeChange: () => {
      const answer = hasChangedTables
      hasChangedTables = false
      return answer
    },
  }
}

/** A connection that reads or writes. */
export type Handle = ReturnType<typeof openHandle>
