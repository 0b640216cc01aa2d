const atOnce = 2_000

/**
 * The rows of an insertion in parts, one for each statement: SQLite takes 32,766 values in a statement, PostgreSQL
 * 65,535. Use it for rows of at most sixteen columns.
 */
export const inParts = <T>(rows: readonly T[]): T[][] =>
  Array.from({ length: Math.ceil(rows.length / atOnce) }, (_, part) => rows.slice(part * atOnce, (part + 1) * atOnce))
