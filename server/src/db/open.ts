import { mkdirSync, renameSync, rmSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { backup as copyLive, type DatabaseSync } from 'node:sqlite'
import { EventEmitter } from 'node:events'
import { Kysely, sql } from 'kysely'
import { afterCommit, withConnection, type Dialect } from './connection.ts'
import { UnknownDatabase } from './errors.ts'
import { createListener } from './listener.ts'
import { postgresDialect } from './postgres.ts'
import type { Presence } from './presence.ts'
import type { Db, Schema } from './schema.ts'
import { logOf, sqliteDialect } from './sqlite.ts'

// Answers come within 3 s even when the database hangs; waiting for the lock of SQLite may take a little longer.
const DEFAULT_TIMEOUT_MS = { postgres: 2_500, sqlite: 5_000 }

export type DatabaseOptions = {
  /** `postgres://…`, `sqlite:path`, or null for a file in `dataDir`. */
  url: string | null
  dataDir: string
  /** How long anyone waits for a connection, a turn or a statement. */
  timeoutMs?: number
  /** `off` trades the promise about power cuts for speed: tests only. */
  synchronous?: 'full' | 'off'
  onError?: (error: Error) => void
  /** What others on PostgreSQL see this process do while it listens; by default it serves the school. */
  as?: Presence
}

export type Database = {
  readonly db: Db
  readonly dialect: Dialect
  /** Runs `work` in this process once the transaction `db` is committed; at once where `db` is not a transaction. */
  afterCommit: (db: Db, work: () => void) => Promise<void>
  /**
   * Tells every process on this database, after the commit of `db`; at most 7,900 bytes, so ids rather than contents.
   */
  notify: (db: Db, channel: string, payload: string) => Promise<void>
  /**
   * Receives `notify`; an empty payload after a lost connection means that a message may have been missed. Returns a
   * function that stops it.
   */
  listen: (channel: string, hear: (payload: string) => void) => Promise<() => void>
  /** Lifts the time limit on statements for the transaction `db`: migrations and bulk loading. */
  unhurried: (db: Db) => Promise<void>
  /** After rows were inserted with explicit ids, makes new ids continue after the highest. */
  settleIds: (db: Db, table: keyof Schema & string) => Promise<void>
  /**
   * Call it after many rows were inserted at once. PostgreSQL plans by its last statistics and would refresh them by
   * itself only minutes later; until then jobs over a whole district take too long and give up. SQLite plans without
   * statistics.
   */
  refreshStatistics: (db: Db) => Promise<void>
  /** SQLite: where its file is; null for PostgreSQL. */
  readonly path: string | null
  /** SQLite: makes a copy while the database is in use; null for PostgreSQL, which has tools of its own. */
  backup: ((path: string) => Promise<void>) | null
  /**
   * PostgreSQL: connections of this process, those without work, and who waits for one; null where there is no pool.
   */
  connections: (() => { open: number; idle: number; waiting: number }) | null
  close: () => Promise<void>
}

/** Which database a setting names; throws UnknownDatabase. */
export const dialectOf = (url: string | null): Dialect => {
  if (url === null || url === '' || /^(sqlite|file):/i.test(url)) return 'sqlite'
  if (/^postgres(ql)?:\/\//i.test(url)) return 'postgres'
  throw new UnknownDatabase(url.split(':', 1)[0])
}

const openSqlite = (options: DatabaseOptions): Database => {
  const path = options.url
    ? resolve(options.url.replace(/^(sqlite|file):(\/\/(?=\/))?/i, ''))
    : join(options.dataDir, 'app.db')
  mkdirSync(dirname(path), { recursive: true })
  const { dialect, file } = sqliteDialect({
    path,
    timeoutMs: options.timeoutMs ?? DEFAULT_TIMEOUT_MS.sqlite,
    log: options.synchronous === 'off' ? null : logOf(path),
  })
  const db = new Kysely<Schema>({ dialect })
  const channels = new EventEmitter().setMaxListeners(0)
  return {
    db,
    dialect: 'sqlite',
    path,
    afterCommit,
    notify: (inner, channel, payload) => afterCommit(inner, () => channels.emit(channel, payload)),
    listen: async (channel, hear) => {
      channels.on(channel, hear)
      return () => void channels.off(channel, hear)
    },
    unhurried: async () => {},
    settleIds: async () => {},
    refreshStatistics: async () => {},
    backup: (target) => copyTo(file, target),
    connections: null,
    close: () => db.destroy(),
  }
}

/**
 * The copy gets its name once it is complete. If the disk is too small the partial copy is removed, because the school
 * needs the space.
 */
const copyTo = async (file: DatabaseSync, target: string): Promise<void> => {
  mkdirSync(dirname(target), { recursive: true })
  const unfinished = `${target}.part`
  try {
    await copyLive(file, unfinished)
    renameSync(unfinished, target)
  } catch (error) {
    for (const path of [unfinished, `${unfinished}-journal`]) rmSync(path, { force: true })
    throw error
  }
}

const openPostgres = (url: string, options: DatabaseOptions): Database => {
  const timeoutMs = options.timeoutMs ?? DEFAULT_TIMEOUT_MS.postgres
  const onError = options.onError ?? (() => {})
  const { dialect, counts } = postgresDialect(url, timeoutMs, onError)
  const db = new Kysely<Schema>({ dialect })
  const listener = createListener(url, { timeoutMs, as: options.as ?? 'serving', onError })
  return {
    db,
    dialect: 'postgres',
    path: null,
    afterCommit,
    notify: async (inner, channel, payload) => {
      await sql`select pg_notify(${channel}, ${payload})`.execute(inner)
    },
    listen: listener.listen,
    unhurried: async (inner) => {
      await withConnection(inner, async (connection) => {
        connection.isUnhurried = true
      })
      await sql`set local statement_timeout = 0`.execute(inner)
    },
    settleIds: async (inner, table) => {
      await sql`select setval(pg_get_serial_sequence(${table}, 'id'), (select coalesce(max(id), 0) + 1 from ${sql.table(table)}), false)`.execute(
        inner,
      )
    },
    refreshStatistics: async (inner) => {
      await sql`analyze`.execute(inner)
    },
    backup: null,
    connections: counts,
    close: async () => {
      await listener.close()
      await db.destroy()
    },
  }
}

/** Opens SQLite or PostgreSQL by the setting. PostgreSQL is reached on first use, so a start does not fail here. */
export const openDatabase = async (options: DatabaseOptions): Promise<Database> =>
  dialectOf(options.url) === 'sqlite' ? openSqlite(options) : openPostgres(options.url ?? '', options)
