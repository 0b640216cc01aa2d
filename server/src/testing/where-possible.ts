import { describe, test } from 'vitest'
import { testDialect } from './test-database.ts'

/**
 * Tests of what a machine has or allows. Where it does not, one skipped test says what is missing, which the closing line of a
 * run repeats; whatever the tests would set up is left alone.
 */
export const describeUnless = (missing: string | null, title: string, tests: () => void): void => {
  if (missing === null) describe(title, tests)
  else test(title, ({ skip }) => skip(missing))
}

/** Why a test that knows no database is left out on PostgreSQL; null on SQLite, where it is asked. */
export const askedOnSqlite: string | null =
  testDialect === 'sqlite' ? null : 'it is the same on both databases, and SQLite has been asked'
