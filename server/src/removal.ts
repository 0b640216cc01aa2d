import type { Logger } from 'pino'
import type { Database } from './db/open.ts'
import type { Db } from './db/schema.ts'
import { isOneInstallation } from './installation.ts'
import type { Jobs, Work } from './jobs.ts'
import type { Licence, Right } from './removal-right.ts'
import type { FileStore } from './storage/file-store.ts'

/** How many items a run would remove, and out of how many. */
export type Counted = { wanted: number; total: number }

/** Requests permission to remove items that nothing points to; null means that the run has to stop. */
export type Brake = (counted: Counted) => Promise<Licence | null>

export type Removal = {
  /** Every so many seconds, removes items whose own data says that they are over. */
  every: (name: string, seconds: number, right: Exclude<Right, 'unused'>, work: Work) => void
  /** Every so many seconds, removes items that nothing points to. */
  everyUnused: (name: string, seconds: number, work: (now: number, brake: Brake) => Promise<void>) => void
  /** Lets a stopped run continue on an administrator's confirmation; false where no run is stopped at these numbers. */
  goOn: (name: string, wanted: number, by: number | null) => Promise<boolean>
}

const share = 0.1
const few = 20
const wordMs = 24 * 3_600_000

/** Whether a run would remove so much that an administrator has to confirm it first. */
export const isTooMuch = ({ wanted, total }: Counted): boolean => wanted > few && wanted > total * share

/** The stop recorded by the brake for a job, if any. */
export const stopOf = (db: Db, name: string) =>
  db.selectFrom('removal_stops').selectAll().where('name', '=', name).executeTakeFirst()

/** The stopped runs that wait for an administrator's confirmation, by name. */
export const listStops = (db: Db) =>
  db.selectFrom('removal_stops').selectAll().where('confirmed_at', 'is', null).orderBy('name').limit(50).execute()

/** Confirms a stopped run; the confirmation is valid for a day, and for at most the number of items that was shown. */
export const confirmStop = async (
  db: Db,
  given: { name: string; wanted: number; by: number | null; now: number },
): Promise<boolean> => {
  const { numUpdatedRows } = await db
    .updateTable('removal_stops')
    .set({ confirmed_at: given.now, confirmed_by: given.by })
    .where('name', '=', given.name)
    .where('wanted', '=', given.wanted)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

const hasPeople = async (db: Db): Promise<boolean> =>
  (await db.selectFrom('users').select('id').limit(1).executeTakeFirst()) !== undefined

type Parts = { database: Database; files: FileStore; dataDir: string; clock: () => number; log: Pick<Logger, 'warn'> }

/**
 * The brake of one job: stops a run that would take away more than a tenth, until an administrator has looked at the
 * numbers.
 */
export const createBrake = (parts: Parts, name: string): Brake => {
  const { db } = parts.database
  const licence = {} as Licence
  return async (counted) => {
    // Right after a restore, or with a database that does not belong to the files, nothing points to anything.
    if (!(await hasPeople(db)) || !(await isOneInstallation(parts))) return null
    if (!isTooMuch(counted)) {
      await db.deleteFrom('removal_stops').where('name', '=', name).execute()
      return licence
    }
    const now = parts.clock()
    const stop = await stopOf(db, name)
    const isConfirmed =
      stop !== undefined &&
      stop.confirmed_at !== null &&
      stop.confirmed_at > now - wordMs &&
      counted.wanted <= stop.wanted
    if (isConfirmed) return licence
    parts.log.warn({ job: name, ...counted }, 'a removal stopped: an administrator has to look at it')
    const numbers = { ...counted, confirmed_at: null, confirmed_by: null }
    await db
      .insertInto('removal_stops')
      .values({ name, found_at: now, ...numbers })
      .onConflict((conflict) => conflict.column('name').doUpdateSet(numbers))
      .execute()
    return null
  }
}

/**
 * The single interface through which jobs remove anything: each run states its reason, and removing unused items goes
 * through a brake.
 */
export const createRemoval = (parts: Parts & { jobs: Jobs }): Removal => {
  const { database, jobs, clock } = parts
  return {
    every: (name, seconds, _right, work) => jobs.every(name, seconds, work),
    everyUnused: (name, seconds, work) => {
      const brake = createBrake(parts, name)
      jobs.every(name, seconds, (now, turn) =>
        work(now, async (counted) => {
          await turn.check()
          return brake(counted)
        }),
      )
    },
    goOn: async (name, wanted, by) => {
      const isLetOn = await confirmStop(database.db, { name, wanted, by, now: clock() })
      if (isLetOn) jobs.wake(name)
      return isLetOn
    },
  }
}
