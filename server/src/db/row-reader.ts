/** Builds a row object from its values. */
export type ReadRow = (values: readonly unknown[]) => Record<string, unknown>

/** A column of a query, with its declared type if the database keeps no types of values. */
export type Column = { name: string; type: string | null }

/**
 * Builds the function that makes rows of the values of these columns: 0 and 1 become booleans if a column is declared
 * so. Generated as code from the names once: objects of one shape are read and written twice as fast as dictionaries.
 */
export const readerOf = (columns: readonly Column[]): ReadRow => {
  const fields = columns.map(({ name, type }, at) => {
    const value = `values[${at}]`
    return `${JSON.stringify(name)}: ${type?.toLowerCase() === 'boolean' ? `${value} === null ? null : ${value} !== 0` : value}`
  })
  return new Function('values', `return { ${fields.join(', ')} }`) as ReadRow
}
