import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { allTables } from './db/all-tables.ts'
import type { Database } from './db/open.ts'
import type { Db } from './db/schema.ts'
import { holdsFiles, readInstallation, writeWhole, type FileStore } from './storage/file-store.ts'

/** Why database, data folder and file store may not work together. */
export type Mismatch =
  /** The database has no users, but files are stored. */
  | 'EMPTY_DATABASE'
  /** The files, or the folder, belong to another installation. */
  | 'OTHER_INSTALLATION'
  /** The files are those of this installation, but were moved to another place, or a move to here was interrupted. */
  | 'MOVED'
  /** The database knows fewer than half of the stored files that were looked at. */
  | 'UNKNOWN_FILES'
  /** The database knows files, and none is stored. */
  | 'NO_FILES'

/** Thrown at the start, before anything is changed. */
export class WrongInstallation extends Error {
  readonly mismatch: Mismatch
  constructor(mismatch: Mismatch) {
    super(`database, data folder and files do not belong together: ${mismatch}`)
    this.mismatch = mismatch
  }
}

/** The installation ids found in the database, the data folder and the file store, and what each of them holds. */
export type Sides = {
  database: string | null
  folder: string | null
  store: string | null
  hasPeople: boolean
  /** Number of ready files the database names; only whether it is 0 matters. */
  named: number
  /** Of the first stored files: how many there are and how many of them the database knows. */
  stored: number
  known: number
}

/** The id left in the place that files were moved from, and in the other one until all have arrived there. */
export const movedAway = (id: string): string => `${id} moved`

/** Which id the three sides get, or why they may not work together. */
export const judge = (sides: Sides): { mismatch: Mismatch } | { id: string | null } => {
  const { database, folder, store, hasPeople, named, stored, known } = sides
  const ids = new Set([database, folder, store].filter((id) => id !== null))
  if (database === null && !hasPeople && stored > 0) return { mismatch: 'EMPTY_DATABASE' }
  if (database !== null && store === movedAway(database)) return { mismatch: 'MOVED' }
  if (ids.size > 1) return { mismatch: 'OTHER_INSTALLATION' }
  const isSaid = database !== null && store !== null
  if (!isSaid && stored > 0 && known * 2 < stored) return { mismatch: 'UNKNOWN_FILES' }
  if (store === null && stored === 0 && named > 0) return { mismatch: 'NO_FILES' }
  return { id: [...ids][0] ?? null }
}

export type Installation = { database: Database; files: FileStore; dataDir: string }

const looked = 500

const fileIn = (dataDir: string): string => join(dataDir, 'installation')

/** The id in the database. */
const idOf = async (db: Db): Promise<string | null> =>
  (await db.selectFrom('installation').select('name').executeTakeFirst())?.name ?? null

/** Stores the installation id in the database. */
export const nameDatabase = async (db: Db, name: string): Promise<void> => {
  await db
    .insertInto('installation')
    .values({ one: 1, name })
    .onConflict((conflict) => conflict.column('one').doUpdateSet({ name }))
    .execute()
}

const idsOf = async ({ database, files, dataDir }: Installation) => ({
  database: await idOf(database.db),
  folder: await readInstallation(fileIn(dataDir)),
  store: await files.installation(),
})

/** Whether no two sides have different ids; checked again before anything is removed. */
export const isOneInstallation = async (installation: Installation): Promise<boolean> =>
  new Set(Object.values(await idsOf(installation)).filter((id) => id !== null)).size <= 1

const knownAmong = async (db: Db, keys: readonly string[]): Promise<number> => {
  if (keys.length === 0) return 0
  const rows = await db
    .selectFrom('files')
    .select(['upload_id', 'thumb_key', 'public_key'])
    .where((where) =>
      where.or((['upload_id', 'thumb_key', 'public_key'] as const).map((column) => where(column, 'in', keys))),
    )
    .execute()
  const named = new Set(rows.flatMap(Object.values<string | null>))
  return keys.filter((key) => named.has(key)).length
}

const inspect = async (installation: Installation): Promise<Sides> => {
  const { db } = installation.database
  const keys: string[] = []
  for await (const { key } of installation.files.list()) if (keys.push(key) === looked) break
  return {
    ...(await idsOf(installation)),
    hasPeople: (await db.selectFrom('users').select('id').limit(1).executeTakeFirst()) !== undefined,
    named: (await db.selectFrom('files').select('id').where('status', '=', 'ready').limit(1).executeTakeFirst())
      ? 1
      : 0,
    stored: keys.length,
    known: await knownAmong(db, keys),
  }
}

/** Stores the installation id in the file store and in the data folder. */
export const nameFolders = async ({ files, dataDir }: Installation, id: string): Promise<void> => {
  await files.setInstallation(id)
  await writeWhole(fileIn(dataDir), `${id}\n`)
}

const write = async (installation: Installation, id: string): Promise<void> => {
  await nameDatabase(installation.database.db, id)
  await nameFolders(installation, id)
}

/** Of processes that start at once on a new installation, all take what the first has written into the database. */
const settleId = async ({ db }: Database, id: string): Promise<string> => {
  await db
    .insertInto('installation')
    .values({ one: 1, name: id })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  return (await idOf(db)) ?? id
}

/**
 * Makes sure that database, data folder and files belong together, and gives the three one id where they have none.
 * Throws WrongInstallation, having changed nothing.
 */
export const checkInstallation = async (installation: Installation): Promise<void> => {
  const verdict = judge(await inspect(installation))
  if ('mismatch' in verdict) throw new WrongInstallation(verdict.mismatch)
  const ids = await idsOf(installation)
  if (ids.database !== null && ids.folder !== null && ids.store !== null) return
  await write(installation, await settleId(installation.database, verdict.id ?? randomUUID()))
}

/**
 * Why a start here would be refused, or null if it would not; changes nothing. A database that was never started has no
 * tables to check: stored files cannot belong to it.
 */
export const mismatchOf = async (installation: Installation): Promise<Mismatch | null> => {
  const { database, files } = installation
  const tables = await allTables(database.db, database.dialect)
  if (!tables.some(({ name }) => name === 'users')) return (await holdsFiles(files)) ? 'EMPTY_DATABASE' : null
  // A database that waits for an upgrade is checked after it.
  if (!tables.some(({ name }) => name === 'installation')) return null
  const verdict = judge(await inspect(installation))
  return 'mismatch' in verdict ? verdict.mismatch : null
}

/** The id of the installation a restore goes into: from the first side that has one, else a new one. */
export const targetOf = async ({ database, files, dataDir }: Installation): Promise<string> => {
  const isStarted = (await allTables(database.db, database.dialect)).some(({ name }) => name === 'installation')
  return (
    (isStarted ? await idOf(database.db) : null) ??
    (await files.installation()) ??
    (await readInstallation(fileIn(dataDir))) ??
    randomUUID()
  )
}

/**
 * Declares on behalf of an operator that these three sides belong together, whatever their ids are. Returns what was
 * found.
 */
export const adopt = async (installation: Installation): Promise<Sides> => {
  const sides = await inspect(installation)
  await write(installation, sides.database ?? randomUUID())
  return sides
}
