import type { StatementSync } from 'node:sqlite'

/** Makes a row of the values a statement answers for it. */
type ReadRow = (values: readonly unknown[]) => Record<string, unknown>

/** How the rows of one statement are read, and how many columns they have. */
export type RowReader = { width: number; read: ReadRow }

/**
 * How the rows of a statement are read: SQLite's 0 and 1 become booleans where a column is declared so. Made of the
 * columns' names once, as code: objects that all have one shape are read and written twice as fast as those node:sqlite
 * makes, which are dictionaries. Ask only after the statement has run: before, it may not know of a changed table.
 */
export const rowReader = (statement: StatementSync): RowReader => {
  const columns = statement.columns()
  return { width: columns.length, read: readerOf(columns) }
}

/** A column of a query, with what it is declared as. */
export type Column = { name: string; type: string | null }

/** The same of columns that are known. */
export const readerOf = (columns: readonly Column[]): ReadRow => {
  const fields = columns.map(({ name, type }, at) => {
    const value = `values[${at}]`
    return `${JSON.stringify(name)}: ${type?.toLowerCase() === 'boolean' ? `${value} === null ? null : ${value} !== 0` : value}`
  })
  return new Function('values', `return { ${fields.join(', ')} }`) as ReadRow
}
