import { mkdir, open, readdir, readFile, rename, rm, rmdir, stat, utimes, writeFile } from 'node:fs/promises'
import { hostname } from 'node:os'
import { join } from 'node:path'
import type { Database } from '../db/open.ts'
import { fieldOf, fieldsIn } from '../fields.ts'
import { localFileStore, settle, writeWhole, type FileStore } from '../storage/file-store.ts'
import { secretChannel } from './secret.ts'
import { databaseName, forgetRestore, hasPeople, notedRestore } from './store.ts'

const HEARTBEAT_MS = 10_000
// How long a restore may be silent: a process on another machine cannot be checked, and a process id here may have been
// reused.
const SILENT_MS = { elsewhere: 60_000, here: 600_000 }

const mine = new Set<string>()
const folderIn = (dataDir: string) => join(dataDir, 'restoring')

/** The paths a restore unpacks to, within the data folder. */
export const restorePaths = (dataDir: string, id: string) => {
  const folder = join(folderIn(dataDir), id)
  return {
    folder,
    owner: join(folder, 'owner.json'),
    files: join(folder, 'files'),
    secret: join(folder, 'secret'),
    moving: join(folder, 'moving'),
  }
}

/**
 * Records which process restores, before anything else, into which database, and which backup if it is known; returns a
 * function that ends the record.
 */
export const beginRestore = async (
  { database, dataDir }: Pick<Target, 'database' | 'dataDir'>,
  id: string,
  of = '',
): Promise<() => void> => {
  const { folder, owner } = restorePaths(dataDir, id)
  const record: Owner = { host: hostname(), pid: process.pid, of, into: await databaseName(database, dataDir) }
  await writeWhole(owner, JSON.stringify(record)).catch(async (error: unknown) => {
    await rm(folder, { recursive: true, force: true }).catch(() => {})
    throw error
  })
  mine.add(id)
  const beat = setInterval(() => void utimes(owner, new Date(), new Date()).catch(() => {}), HEARTBEAT_MS).unref()
  return () => {
    clearInterval(beat)
    mine.delete(id)
  }
}

const runs = (pid: number): boolean => {
  try {
    return process.kill(pid, 0)
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM'
  }
}

type Owner = { host: string; pid: number; of: string; into: string }

/** What is recorded of a restore; nothing where the record is missing, or was cut off when the power failed. */
const ownerOf = async (dataDir: string, id: string): Promise<{ [Name in keyof Owner]: unknown }> => {
  const record = fieldsIn(await readFile(restorePaths(dataDir, id).owner, 'utf8').catch(() => ''))
  const [host, pid, of, into] = ['host', 'pid', 'of', 'into'].map((name) => fieldOf(record, name))
  return { host, pid, of, into }
}

/** Whether a living process is working on a restore. */
export const isUnderWay = async (dataDir: string, id: string): Promise<boolean> => {
  if (mine.has(id)) return true
  const { owner } = restorePaths(dataDir, id)
  const seen = await stat(owner).catch(() => null)
  if (!seen) return false
  // Also a time ahead of this clock: the clock has been set back since, and a living process would have written again.
  const silence = Math.abs(Date.now() - seen.mtimeMs)
  const { host, pid } = await ownerOf(dataDir, id)
  if (host !== hostname()) return silence < SILENT_MS.elsewhere
  // In a container the first process always has the same id, so the own id proves nothing.
  return typeof pid === 'number' && pid !== process.pid && runs(pid) && silence < SILENT_MS.here
}

/**
 * Records that files are being put into an empty store, and may have to be removed again. Without this record the rows
 * are in no database yet.
 */
export const noteMoving = async (dataDir: string, id: string): Promise<void> => {
  const { moving } = restorePaths(dataDir, id)
  await writeFile(moving, '')
  await settle(moving)
}

/** Moves the unpacked files into their store; one by one if that is on another disk. */
export const moveFiles = async (
  dataDir: string,
  { id, keys, place }: { id: string; keys: readonly string[]; place: string },
): Promise<void> => {
  const { files } = restorePaths(dataDir, id)
  await noteMoving(dataDir, id)
  if (keys.length === 0) return
  try {
    // The folder itself is kept: it records which installation it belongs to.
    await mkdir(place, { recursive: true })
    for (const name of await readdir(files)) await rename(join(files, name), join(place, name))
    await settle(place)
  } catch {
    const [from, to] = [localFileStore(files), localFileStore(place)]
    for (const key of keys) if (await from.look(key)) await to.keep(key, join(files, key))
  }
}

const leave = async (dataDir: string, id: string): Promise<void> => {
  const { folder, moving } = restorePaths(dataDir, id)
  // First: left behind without the rest, it would tell the next start to empty the store.
  await rm(moving, { force: true })
  await rm(folder, { recursive: true, force: true })
  // Fails if another restore still has its folder there.
  await rmdir(folderIn(dataDir)).catch(() => {})
}

type Target = { database: Database; files: FileStore; dataDir: string; hasOwnSecret: boolean }

/** The last steps of a restore whose rows are in place. */
export const finishRestore = async ({ database, dataDir, hasOwnSecret }: Target, id: string): Promise<void> => {
  const { secret } = restorePaths(dataDir, id)
  if (!hasOwnSecret) await rename(secret, join(dataDir, 'secret')).catch(() => {})
  await settle(dataDir)
  await forgetRestore(database.db)
  await leave(dataDir, id)
  await database.notify(database.db, secretChannel, '')
}

/** Removes everything a restore has put into an empty store. */
const emptyStore = async (files: FileStore): Promise<void> => {
  const { folder } = files
  if (folder === null) for await (const { key } of files.list()) await files.remove(key, 'unfinished')
  else
    for (const name of await readdir(folder).catch(() => []))
      if (!name.startsWith('.')) await rm(join(folder, name), { recursive: true, force: true })
}

/** Whether a restore was under way into another database than this one; an unreadable record does not tell. */
const isForOther = async (
  { database, dataDir }: Pick<Target, 'database' | 'dataDir'>,
  id: string,
): Promise<boolean> => {
  const { into } = await ownerOf(dataDir, id)
  return typeof into === 'string' && into !== (await databaseName(database, dataDir))
}

/**
 * Removes the remains of a failed restore; one whose rows are in place is kept for its last steps. So is one that had
 * come to its files in another database: its rows may be in place there, and the files and the secret belong to them.
 */
export const dropRestore = async (
  { database, files, dataDir }: Pick<Target, 'database' | 'files' | 'dataDir'>,
  id: string,
): Promise<void> => {
  if ((await notedRestore(database.db, database.dialect)) === id) return
  const hasMoved = await stat(restorePaths(dataDir, id).moving).catch(() => null)
  if (hasMoved && (await isForOther({ database, dataDir }, id))) return
  if (hasMoved && !(await hasPeople(database.db, database.dialect))) await emptyStore(files)
  await leave(dataDir, id)
}

/**
 * Settles restores whose process died: one whose rows are in place is finished, any other is removed. Returns the
 * backups of the finished ones.
 */
export const settleRestores = async (target: Target): Promise<string[]> => {
  const { database, dataDir } = target
  const finished: string[] = []
  for (const id of await readdir(folderIn(dataDir)).catch(() => [])) {
    if (await isUnderWay(dataDir, id)) continue
    if ((await notedRestore(database.db, database.dialect)) === id) {
      const { of } = await ownerOf(dataDir, id)
      finished.push(typeof of === 'string' ? of : '')
      await finishRestore(target, id)
    } else await dropRestore(target, id)
  }
  return finished
}

/** Writes the secret beside its final place and syncs it to disk. */
export const unpackSecret = async (dataDir: string, id: string, secret: Buffer): Promise<void> => {
  const handle = await open(restorePaths(dataDir, id).secret, 'w', 0o600)
  await handle.writeFile(secret)
  await handle.sync()
  await handle.close()
}
