import { fieldOf } from '../fields.ts'
/**
 * The database cannot answer now: down, hanging, locked by another process, full. The envelope says BUSY; nothing was
 * changed.
 */
export class DatabaseUnavailable extends Error {}

/** The database can be read and not be written: a full disk, a standby, a file somebody has locked against writing. */
export class DatabaseReadOnly extends DatabaseUnavailable {}

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

/**
 * A new PostgreSQL database that was not made for UTF-8: names and words of a school do not fit into it, or are cut
 * between bytes.
 */
export class WrongEncoding extends Error {
  readonly encoding: string
  constructor(encoding: string) {
    super(`the database is ${encoding}, not UTF8`)
    this.encoding = encoding
  }
}

/** A database that another program uses: a school neither begins in it nor is restored into it. */
export class OtherProgram extends Error {
  readonly tables: readonly string[]
  constructor(tables: readonly string[]) {
    super(`the database holds tables of another program: ${tables.slice(0, 3).join(', ')}`)
    this.tables = tables
  }
}

/** The setting for the database names neither SQLite nor PostgreSQL. */
export class UnknownDatabase extends Error {}

/** SQLite: another process holds the write lock. */
export const isLocked = (error: unknown): boolean => (Number(fieldOf(error, 'errcode')) & 0xff) === 5

/** SQLite: the primary result code of an error or of its cause; null for any other error. */
export const sqliteCode = (error: unknown): number | null => {
  const errcode = Number(fieldOf(error, 'errcode'))
  if (!Number.isNaN(errcode)) return errcode & 0xff
  return error instanceof Error && error.cause !== undefined ? sqliteCode(error.cause) : null
}

/** SQLite: the disk can no longer be written or read (IOERR, FULL), whatever the statement. */
export const isOfDisk = (error: unknown): boolean =>
  [10, 13].includes(Number(fieldOf(error, 'errcode')) & 0xff) || (error instanceof Error && isOfDisk(error.cause))

/**
 * Whether a unique or primary key refused the row. On PostgreSQL the transaction is lost with it: prefer `on conflict
 * do nothing`.
 */
export const isUniqueViolation = (error: unknown): boolean =>
  fieldOf(error, 'code') === '23505' || [1555, 2067].includes(Number(fieldOf(error, 'errcode')))

/** Whether a row was refused because what it belongs to is gone. */
const isForeignKeyViolation = (error: unknown): boolean =>
  fieldOf(error, 'code') === '23503' || Number(fieldOf(error, 'errcode')) === 787

/**
 * PostgreSQL: two transactions waited for each other, and this one was aborted. Here the error is already translated to
 * an outage.
 */
const isDeadlock = (error: unknown): boolean => error instanceof Error && fieldOf(error.cause, 'code') === '40P01'

/**
 * Whether a concurrent change was faster: a unique row exists by now, a referenced row is gone, or a lock was held in a
 * deadlock. A retry would not meet the same error.
 */
export const isOvertaken = (error: unknown): boolean =>
  isUniqueViolation(error) || isForeignKeyViolation(error) || isDeadlock(error)

/**
 * PostgreSQL: a parameter does not have the type of its column (22P02) or is out of range (22003). SQLite compares
 * values of any types.
 */
export const isWrongKind = (error: unknown): boolean => ['22P02', '22003'].includes(String(fieldOf(error, 'code')))

// "cached plan must not change result type", "prepared statement does not exist": another process migrated, or a pooler
// stands between.
const outdatedPlans = new Set(['0A000', '26000'])

/** PostgreSQL: a statement prepared earlier is of no use any more. A new connection prepares it anew. */
export const isOutdatedPlan = (error: unknown): boolean => outdatedPlans.has(String(fieldOf(error, 'code')))

/** PostgreSQL: an administrator ended the connection, or the server goes down or has not come up. */
export const isShutDown = (error: unknown): boolean => String(fieldOf(error, 'code')).startsWith('57P')

/** What an outage means for the caller: to try again, or that only reading is possible for now. */
type Outage = 'BUSY' | 'READ_ONLY'

/**
 * Every error of PostgreSQL that passes by itself or when somebody mends the server, by its state or the class of it.
 */
const postgresOutages: Readonly<Record<string, Outage>> = {
  '08': 'BUSY', // connection lost or refused
  '25006': 'READ_ONLY', // default_transaction_read_only, or a standby
  '25P03': 'BUSY', // idle in transaction for too long
  '40001': 'BUSY', // serialization
  '40P01': 'BUSY', // deadlock
  '53': 'BUSY', // out of memory or connections
  '53100': 'READ_ONLY', // out of disk
  '55P03': 'BUSY', // lock not available in time
  '57014': 'BUSY', // cancelled by its time limit
  '57P': 'BUSY', // shutting down, starting, ended by an administrator
}

/** The same of SQLite, by the primary result code. */
const sqliteOutages: Readonly<Record<number, Outage>> = {
  5: 'BUSY', // BUSY
  8: 'READ_ONLY', // READONLY
  10: 'BUSY', // IOERR
  13: 'READ_ONLY', // FULL
  14: 'BUSY', // CANTOPEN
}

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
  'EACCES',
])
const outageTexts =
  /timeout (exceeded|expired)|Query read timeout|Connection terminated|connection error|not queryable|Cannot use a pool after/

/** What kind of outage a driver's error is; null for any other error. */
export const outageOf = (error: unknown): Outage | null => {
  const errcode = Number(fieldOf(error, 'errcode'))
  const ofSqlite = Number.isNaN(errcode) ? undefined : sqliteOutages[errcode & 0xff]
  if (ofSqlite) return ofSqlite
  if (isOutdatedPlan(error)) return 'BUSY'
  const code = fieldOf(error, 'code')
  if (typeof code !== 'string')
    return code === undefined && error instanceof Error && outageTexts.test(error.message) ? 'BUSY' : null
  if (socketOutages.has(code)) return 'BUSY'
  return postgresOutages[code] ?? postgresOutages[code.slice(0, 3)] ?? postgresOutages[code.slice(0, 2)] ?? null
}

/** Turns a driver's error for an outage into DatabaseUnavailable; anything else comes back as it is. */
export const translated = (error: unknown): unknown => {
  if (!(error instanceof Error) || error instanceof DatabaseUnavailable) return error
  const outage = outageOf(error)
  if (outage === null) return error
  return outage === 'READ_ONLY'
    ? new DatabaseReadOnly(error.message, { cause: error })
    : new DatabaseUnavailable(error.message, { cause: error })
}
