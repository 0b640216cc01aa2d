import type { StatementSync } from 'node:sqlite'
import { readerOf, type ReadRow } from './row-reader.ts'

/** How the rows of one statement are read, and how many columns they have. */
export type RowReader = { width: number; read: ReadRow }

/**
 * How the rows of a statement are read; those node:sqlite makes are dictionaries. Ask only after the statement has run:
 * before, it may not know of a changed table.
 */
export const rowReader = (statement: StatementSync): RowReader => {
  const columns = statement.columns()
  return { width: columns.length, read: readerOf(columns) }
}
