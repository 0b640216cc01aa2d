import type { Logger } from 'pino'
import { withDeadline, withoutDeadline } from './db/deadline.ts'
import { DatabaseUnavailable } from './db/errors.ts'
import type { Db } from './db/schema.ts'

// A row per job says who is doing it and when it is due again, so two processes never both do it.

/** A process's turn at a job. Once another has it, every statement of the work is refused as soon as that is known. */
export type Turn = {
  /**
   * Throws if the turn has passed to another process. Call it before any effect outside the database, such as a letter
   * or a removed file.
   */
  check: () => Promise<void>
}

/** The stored outcome of a run. */
export type Outcome = { last_at?: number; failed_at?: number | null; failed_reason?: string | null }

export const LEASE_MS = 60_000
const RENEW_MS = 20_000
// Clocks of two machines may differ by so much. What is further ahead was written by a clock that has been set back
// since.
export const SKEW_MS = 60_000
// A turn comes one period after the previous one, up to the inaccuracy of timers and clocks: it may come early by this
// much.
const earlyMs = (period: number): number => Math.min(1_000, period / 10)

/** Takes the job if no other process has it; with the `period` of the job in ms, only if it is due. */
export const takeLease = async (
  db: Db,
  name: string,
  { owner, now, period }: { owner: string; now: number; period: number | null },
): Promise<boolean> => {
  const lease = { owner, held_until: now + LEASE_MS }
  const row = await db
    .insertInto('job_leases')
    .values({ name, ...lease, next_at: 0, last_at: null, failed_at: null, failed_reason: null })
    .onConflict((conflict) => {
      const free = conflict
        .column('name')
        .doUpdateSet(lease)
        .where((eb) =>
          eb.or([eb('job_leases.held_until', '<=', now), eb('job_leases.held_until', '>', now + LEASE_MS + SKEW_MS)]),
        )
      if (period === null) return free
      return free.where((eb) =>
        eb.or([
          eb('job_leases.next_at', '<=', now + earlyMs(period)),
          eb('job_leases.next_at', '>', now + period + SKEW_MS),
        ]),
      )
    })
    .returning('name')
    .executeTakeFirst()
  return row !== undefined
}

/** Keeps the lease while `work` goes on, and ends the work once it is lost. */
export const holdLease = async (
  parts: { db: Db; clock: () => number; log: Logger; renewMs?: number },
  name: string,
  owner: string,
  work: (turn: Turn) => Promise<void>,
): Promise<void> => {
  const { db, clock, log, renewMs = RENEW_MS } = parts
  const mine = db.updateTable('job_leases').where('name', '=', name).where('owner', '=', owner)
  let isMine = true
  let renewed = performance.now()
  const renew = async (): Promise<void> => {
    const asked = performance.now()
    const { numUpdatedRows } = await mine.set({ held_until: clock() + LEASE_MS }).executeTakeFirstOrThrow()
    if (numUpdatedRows === 0n) isMine = false
    else renewed = asked
  }
  const renewal = setInterval(
    () =>
      void withoutDeadline(renew).catch((error: unknown) =>
        log.warn({ err: error, job: name }, 'a lease could not be renewed'),
      ),
    renewMs,
  )
  const check = async (): Promise<void> => {
    const row = await db.selectFrom('job_leases').select('owner').where('name', '=', name).executeTakeFirst()
    isMine &&= row?.owner === owner
    if (!isMine) throw new DatabaseUnavailable(`another process does ${name} now`)
  }
  try {
    await withDeadline(
      () => (isMine ? renewed + LEASE_MS - performance.now() : 0),
      () => work({ check }),
    )
  } finally {
    clearInterval(renewal)
  }
}

export const giveBackLease = async (
  db: Db,
  name: string,
  owner: string,
  after: Outcome & { next_at: number },
): Promise<void> => {
  await db
    .updateTable('job_leases')
    .set({ held_until: 0, ...after })
    .where('name', '=', name)
    .where('owner', '=', owner)
    .execute()
}

export const findLease = (db: Db, name: string): Promise<{ held_until: number; next_at: number } | undefined> =>
  db.selectFrom('job_leases').select(['held_until', 'next_at']).where('name', '=', name).executeTakeFirst()

/** When any job was done last. */
export const lastDone = async (db: Db): Promise<number | null> => {
  const done = db.selectFrom('job_leases').select('last_at').where('last_at', 'is not', null)
  return (await done.orderBy('last_at', 'desc').limit(1).executeTakeFirst())?.last_at ?? null
}
