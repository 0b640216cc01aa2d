import { describe, test } from 'vitest'
import { testDialect } from './test-database.ts'

/**
 * Tests that need something of the machine. If it is missing, one skipped test says what, the closing line of a run
 * repeats it, and the setup of the tests does not run.
 */
export const describeUnless = (missing: string | null, title: string, tests: () => void): void => {
  if (missing === null) describe(title, tests)
  else test(title, ({ skip }) => skip(missing))
}

/** Why a test that does not depend on the database is skipped on PostgreSQL; null on SQLite, where it runs. */
export const askedOnSqlite: string | null =
  testDialect === 'sqlite' ? null : 'it is the same on both databases, and SQLite has been asked'
