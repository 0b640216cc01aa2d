import type { Logger } from 'pino'
import type { Database } from './db/open.ts'
import type { Db } from './db/schema.ts'
import { isOneInstallation } from './installation.ts'
import type { Jobs, Work } from './jobs.ts'
import type { Licence, Right } from './removal-right.ts'
import type { FileStore } from './storage/file-store.ts'

/** How much a run would take away, and of how much. */
export type Counted = { wanted: number; total: number }

/** Asks for leave to take away what nothing points to; null where the run has to stop. */
export type Brake = (counted: Counted) => Promise<Licence | null>

export type Removal = {
  /** Takes away, every so many seconds, what says itself that it is over. */
  every: (name: string, seconds: number, right: Exclude<Right, 'unused'>, work: Work) => void
  /** Takes away, every so many seconds, what nothing points to. */
  everyUnused: (name: string, seconds: number, work: (now: number, brake: Brake) => Promise<void>) => void
  /** An administrator lets a stopped run go on; false where none is stopped at these numbers. */
  goOn: (name: string, wanted: number, by: number | null) => Promise<boolean>
}

const share = 0.1
const few = 20
const wordMs = 24 * 3_600_000

/** Whether a run takes so much away that somebody has to look at it first. */
export const isTooMuch = ({ wanted, total }: Counted): boolean => wanted > few && wanted > total * share

/** What the brake knows of a job. */
export const stopOf = (db: Db, name: string) =>
  db.selectFrom('removal_stops').selectAll().where('name', '=', name).executeTakeFirst()

/** The runs that wait for an administrator's word, by name. */
export const listStops = (db: Db) =>
  db.selectFrom('removal_stops').selectAll().where('confirmed_at', 'is', null).orderBy('name').limit(50).execute()

/** Lets a stopped run go on: the word is good for a day, and for as much as was shown. */
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

/** The brake of one job: stops a run that would take away more than a tenth, until an administrator has looked at the numbers. */
export const createBrake = (parts: Parts, name: string): Brake => {
  const { db } = parts.database
  const licence = {} as Licence
  return async (counted) => {
    // Right after a restore, or with another database than the files belong to, nothing points to anything.
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

/** The one place through which jobs take anything away: each says by what right, and what only seems unused meets a brake. */
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
