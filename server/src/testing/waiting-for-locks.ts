import { sql } from 'kysely'
import { expect } from 'vitest'
import type { Db } from '../db/schema.ts'

/** On PostgreSQL: waits until a number of statements wait for a row lock held by another transaction. */
export const untilWaiting = async (db: Db, many: number): Promise<void> => {
  const waiting = async (): Promise<number> => {
    const { rows } = await sql<{ n: number }>`select count(*)::int as n from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock'`.execute(db)
    return rows[0]?.n ?? 0
  }
  await expect.poll(waiting, { timeout: 30_000 }).toBe(many)
}
