import { sql, type SqlBool } from 'kysely'
import { removeUnused } from '../accounts/identity-store.ts'
import type { Dialect } from '../db/connection.ts'
import type { Db } from '../db/schema.ts'

/**
 * Reasons to keep an account nobody has logged in to: other people brought its owner into a guild, invited them, or
 * recorded what they did. By the column that names the person.
 */
export const keptFor = [
  { table: 'guild_members', column: 'user_id', only: sql`and kept.status in ('member', 'pending')` },
  { table: 'guild_invitations', column: 'user_id', only: sql`and kept.status = 'waiting'` },
  { table: 'enrolments', column: 'user_id', only: sql`` },
  { table: 'entered_results', column: 'user_id', only: sql`` },
  { table: 'submissions', column: 'user_id', only: sql`` },
  { table: 'submission_notes', column: 'student_id', only: sql`` },
  { table: 'ledger_entries', column: 'user_id', only: sql`` },
  { table: 'discussions', column: 'user_id', only: sql`` },
  { table: 'files', column: 'owner_id', only: sql`` },
  { table: 'identities', column: 'user_id', only: sql`` },
] as const

const isKept = sql<SqlBool>`(${sql.join(
  keptFor.map(
    ({ table, column, only }) =>
      sql`exists (select 1 from ${sql.table(table)} as kept where ${sql.ref(`kept.${column}`)} = users.id ${only})`,
  ),
  sql` or `,
)})`

/**
 * Removes an account that was created and never used; returns false and leaves it where its owner has logged in or
 * other people have data about it. All removal of accounts goes through this function. Call it in a transaction.
 */
export const removeAccount = (db: Db, dialect: Dialect, id: number): Promise<boolean> =>
  removeUnused(db, dialect, id, isKept)
