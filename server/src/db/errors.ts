/** The database cannot answer now: down, hanging, locked by another process, full. The envelope says BUSY; nothing was changed. */
export class DatabaseUnavailable extends Error {}

/** The database has been used by a newer version of the product, which this one must not touch. */
export class DatabaseNewer extends Error {
  readonly migration: string
  constructor(migration: string) {
    super(`the database holds ${migration}, which this version does not know`)
    this.migration = migration
  }
}

/** Migrations are waiting and MIGRATE=off forbids running them here. */
export class MigrationsWaiting extends Error {
  readonly names: readonly string[]
  constructor(names: readonly string[]) {
    super(`waiting migrations: ${names.join(', ')}`)
    this.names = names
  }
}

/** The setting for the database names neither SQLite nor PostgreSQL. */
export class UnknownDatabase extends Error {}

const field = (error: unknown, name: string): unknown =>
  typeof error === 'object' && error !== null && name in error ? (error as Record<string, unknown>)[name] : undefined

/** SQLite: another process holds the write lock. */
export const isLocked = (error: unknown): boolean => (Number(field(error, 'errcode')) & 0xff) === 5

/** Whether a unique or primary key refused the row. On PostgreSQL the transaction is lost with it: prefer `on conflict do nothing`. */
export const isUniqueViolation = (error: unknown): boolean =>
  field(error, 'code') === '23505' || [1555, 2067].includes(Number(field(error, 'errcode')))

/** PostgreSQL: a parameter is not of the kind of its column (22P02) or beyond its range (22003). SQLite compares anything with anything. */
export const isWrongKind = (error: unknown): boolean => ['22P02', '22003'].includes(String(field(error, 'code')))

// "cached plan must not change result type", "prepared statement does not exist": another process migrated, or a pooler stands between.
const outdatedPlans = new Set(['0A000', '26000'])

/** PostgreSQL: a statement prepared earlier is of no use any more. A new connection prepares it anew. */
export const isOutdatedPlan = (error: unknown): boolean => outdatedPlans.has(String(field(error, 'code')))

// BUSY, IOERR, FULL, CANTOPEN: what another process or a full disk causes, and what passes by itself.
const sqliteOutages = new Set([5, 10, 13, 14])
const socketOutages = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTFOUND',
  'EAI_AGAIN',
  'ENOENT',
])
// Query cancelled by timeout, lock timeout, deadlock, serialization: the same call may succeed in a moment.
const passingStates = new Set(['57014', '55P03', '40P01', '40001', '25P03'])
// Connection lost (08), out of disk, memory or connections (53), shutting down or starting (57P).
const outageStates = /^(08|53|57P)/
const outageTexts =
  /timeout exceeded|Query read timeout|Connection terminated|connection error|not queryable|Cannot use a pool after/

/** Turns a driver's error for an outage into DatabaseUnavailable; anything else comes back as it is. */
export const translated = (error: unknown): unknown => {
  const code = field(error, 'code')
  const isOutage =
    sqliteOutages.has(Number(field(error, 'errcode')) & 0xff) ||
    isOutdatedPlan(error) ||
    (typeof code === 'string' && (socketOutages.has(code) || passingStates.has(code) || outageStates.test(code))) ||
    (code === undefined && error instanceof Error && outageTexts.test(error.message))
  return isOutage && error instanceof Error && !(error instanceof DatabaseUnavailable)
    ? new DatabaseUnavailable(error.message, { cause: error })
    : error
}
