/** Makes a row of the values that came for it. */
export type ReadRow = (values: readonly unknown[]) => Record<string, unknown>

/** A column of a query, with what it is declared as where the database keeps no kinds. */
export type Column = { name: string; type: string | null }

/**
 * How rows are made of the values of these columns: 0 and 1 become booleans where a column is declared so. Made of the names
 * once, as code: objects that all have one shape are read and written twice as fast as dictionaries.
 */
export const readerOf = (columns: readonly Column[]): ReadRow => {
  const fields = columns.map(({ name, type }, at) => {
    const value = `values[${at}]`
    return `${JSON.stringify(name)}: ${type?.toLowerCase() === 'boolean' ? `${value} === null ? null : ${value} !== 0` : value}`
  })
  return new Function('values', `return { ${fields.join(', ')} }`) as ReadRow
}
