import { sql, type SqlBool } from 'kysely'

/**
 * A condition for `where` on submissions under the given name: waiting for review. Uses literals, not parameters:
 * otherwise SQLite does not use the index of waiting versions and reads every version there is.
 */
export const isWaiting = (name: 'submissions' | 's') =>
  sql<SqlBool>`${sql.ref(`${name}.status`)} in ('sealed', 'in_review')`

/** The same condition for versions whose review is held. */
export const isHeld = (name: 'submissions' | 's') => sql<SqlBool>`${sql.ref(`${name}.status`)} = 'reviewed'`
