import type { StatementSync } from 'node:sqlite'
import { readerOf, type ReadRow } from './row-reader.ts'

/** How the rows of one statement are read, and how many columns they have. */
export type RowReader = { width: number; read: ReadRow }

/**
 * The reader for the rows of a statement; node:sqlite itself would make slower dictionaries. Call it only after the
 * statement has run: before, its columns may be outdated by a changed table.
 */
export const rowReader = (statement: StatementSync): RowReader => {
  const columns = statement.columns()
  return { width: columns.length, read: readerOf(columns) }
}
