import { stat } from 'node:fs/promises'
import { sql } from 'kysely'
import type { Database } from './open.ts'

/** Bytes that the log beside a SQLite database may keep: a reader that lasted long leaves more. */
export const logBytes = 16 * 2 ** 20

/** Shrinks a log that has grown; if it is still being read, a later run shrinks it. */
export const shrinkLog = async ({ db, path }: Database): Promise<void> => {
  if (path === null) return
  const log = await stat(`${path}-wal`).catch(() => null)
  if (log !== null && log.size > logBytes) await sql`pragma wal_checkpoint(truncate)`.execute(db)
}
