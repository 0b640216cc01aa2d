import { sql, type SqlBool } from 'kysely'

/**
 * For `where` on submissions under a name: what waits for its review. Fixed words, not parameters: without them SQLite
 * knows of no index of what waits, and reads every version there is.
 */
export const isWaiting = (name: 'submissions' | 's') =>
  sql<SqlBool>`${sql.ref(`${name}.status`)} in ('sealed', 'in_review')`

/** The same for what is marked and held. */
export const isHeld = (name: 'submissions' | 's') => sql<SqlBool>`${sql.ref(`${name}.status`)} = 'reviewed'`
