import { randomUUID } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { statfs } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import type { Bilingual } from '../http/language.ts'
import { allTables } from '../db/all-tables.ts'
import { migrate, readMigrations, refuseOtherPrograms, unmigrate } from '../db/migrate.ts'
import type { Database } from '../db/open.ts'
import { emptyTables, refill, settleAllIds } from '../db/refill.ts'
import { fieldOf } from '../fields.ts'
import { checkInstallation, nameFolders, targetOf, type Installation } from '../installation.ts'
import { holdsFiles, isDiskFull, localFileStore, type FileStore } from '../storage/file-store.ts'
import type { Manifest } from './manifest.ts'
import { BrokenArchive, checkArchive, openArchive, type Archive } from './read-archive.ts'
import { isKept } from './rules.ts'
import type { Tell } from '../steps.ts'
import { hasPeople, noteRestore } from './store.ts'
import {
  beginRestore,
  dropRestore,
  finishRestore,
  moveFiles,
  noteMoving,
  restorePaths,
  settleRestores,
  unpackSecret,
} from './under-way.ts'

// The size of a database file, with indexes, log and the copy a migration makes, relative to the same rows as text.
const databaseFactor = 5
const reservedBytes = 16 * 2 ** 20
const sqliteFull = 13
const postgresFull = '53100'

/** The reason a restore was refused; nothing was changed. */
export class RestoreRefused extends Error {
  readonly why: Bilingual
  constructor(why: Bilingual) {
    super(why.en)
    this.why = why
  }
}

/** The target of a restore, in the form the check at startup takes. */
const targetInstallation = ({ database, dataDir, files }: Omit<Target, 'hasOwnSecret'>): Installation => ({
  database,
  dataDir,
  files,
})

export type Target = {
  database: Database
  /** Where its files go. */
  files: FileStore
  dataDir: string
  /** Whether the installation's secret comes from its environment: then the backup's is not put in its place. */
  hasOwnSecret: boolean
  /** Is told how far it has come. */
  tell?: Tell | undefined
}

/**
 * Restores a backup into an empty installation, of either database. The whole archive is read and compared first: if
 * anything is missing or changed, BrokenArchive names it and nothing is touched. Throws RestoreRefused if the
 * installation is in use, the backup is newer than this version or the disk is too small. A process that dies during it
 * blocks nothing: the next start, and the next restore, finish or remove what it began.
 */
export const restore = async (path: string, target: Target, id: string = randomUUID()): Promise<Manifest> => {
  const archive = await openArchive(path)
  const { manifest } = archive
  const end = await beginRestore(target, id, manifest.created_at).catch(async (error: unknown) => {
    archive.close()
    throw isOutOfSpace(error) ? new RestoreRefused(await tooSmall(null, target.dataDir)) : error
  })
  try {
    // An earlier attempt restored everything and ran out of space for its last steps.
    if ((await settleRestores(target)).includes(manifest.created_at)) {
      await migrate(target.database, { dataDir: target.dataDir })
      return manifest
    }
    await refuseUnfit(manifest, target)
    await refuseSmallDisk(archive, target)
    await checkArchive(archive, target.tell)
    // Reading all of it takes a while, in which somebody may have begun to work here.
    await refuseUnfit(manifest, target)
    await putBack(archive, target, id)
    await finish(target, id)
    return manifest
  } finally {
    // Anything that cannot be removed now is removed by the next start or restore.
    await dropRestore(target, id).catch(() => {})
    end()
    archive.close()
  }
}

/** Restores files and tables; if that fails half-way, the installation is empty again and usable. */
const putBack = async (archive: Archive, target: Target, id: string): Promise<void> => {
  const { database, dataDir } = target
  try {
    await unpack(archive, target, id)
    await restoreTables(archive, target, id)
  } catch (error) {
    await unmigrate(database)
      .then(() => migrate(database, { dataDir }))
      .catch(() => {})
    throw isOutOfSpace(error) ? new RestoreRefused(await tooSmall(null, dataDir)) : error
  }
}

/** The last steps: everything is already restored, even if they fail. */
const finish = async (target: Target, id: string): Promise<void> => {
  try {
    await migrate(target.database, { dataDir: target.dataDir })
    await checkInstallation(targetInstallation(target))
    await finishRestore(target, id)
  } catch (error) {
    const [zh, en] = isOutOfSpace(error) ? ['磁盘满了', 'the disk is full'] : ['数据库断开了', 'the database went away']
    throw new RestoreRefused({
      zh: `数据都已经回来，但${zh}，最后几步没有做完：处理好以后，再运行一次同样的命令，或直接启动`,
      en: `Everything is back, but ${en} and the last steps are not done: mend that, then run the same command again, or just start`,
    })
  }
}

const megabytes = (bytes: number): string => `${Math.ceil(bytes / 2 ** 20)} MB`

const tooSmall = async (needed: number | null, dataDir: string): Promise<Bilingual> => {
  const { bavail, bsize } = await statfs(dataDir)
  const left = megabytes(bavail * bsize)
  const [zh, en] =
    needed === null
      ? ['', '']
      : [`恢复大约需要${megabytes(needed)}，`, `the restore takes about ${megabytes(needed)}, `]
  return {
    zh: `磁盘空间不够：${zh}现在剩余${left}。什么也没有恢复，腾出空间再试一次`,
    en: `The disk is too small: ${en}${left} are free. Nothing was restored: make room and try again`,
  }
}

/** Whether something failed for want of space, in a file or in the database. */
const isOutOfSpace = (error: unknown): boolean => {
  if (!(error instanceof Error)) return false
  return (
    isDiskFull(error) ||
    (Number(fieldOf(error, 'errcode')) & 0xff) === sqliteFull ||
    fieldOf(error, 'code') === postgresFull ||
    isOutOfSpace(error.cause)
  )
}

/**
 * Refuses if the disk is too small for the unpacked files and, if the database is on it too, its rows, their indexes
 * and its log.
 */
const refuseSmallDisk = async (
  { manifest, tableBytes }: Archive,
  { database, dataDir, files: { folder } }: Target,
): Promise<void> => {
  const sizes = manifest.files.map(({ size }) => size)
  // Files of a store elsewhere pass through here one by one, so the largest of them has to find room.
  const files = sizes.reduce((all, size) => (folder === null ? Math.max(all, size) : all + size), 0)
  const needed = files + (database.path === null ? 0 : tableBytes * databaseFactor) + reservedBytes
  const { bavail, bsize } = await statfs(dataDir)
  if (bavail * bsize < needed) throw new RestoreRefused(await tooSmall(needed, dataDir))
}

/** Throws RestoreRefused or OtherProgram if a backup cannot be restored here, regardless of its contents. */
export const refuseUnfit = async (
  manifest: Manifest,
  { database, files }: Pick<Target, 'database' | 'files'>,
): Promise<void> => {
  await refuseOtherPrograms(database)
  const known = new Set((await readMigrations()).map(({ name }) => name))
  if (!manifest.migrations.every((name) => known.has(name)))
    throw new RestoreRefused({
      zh: `备份来自更新的版本${manifest.version}，请先升级`,
      en: `The backup was made by the newer version ${manifest.version}: upgrade first`,
    })
  if ((await holdsFiles(files)) || (await hasPeople(database.db, database.dialect)))
    throw new RestoreRefused({
      zh: '这里已经有账号或文件；只能恢复到空的安装（换一个DATA_DIR或一个空的数据库）',
      en: 'There are accounts or files here: restore into an empty installation (another DATA_DIR or an empty database)',
    })
}

const unpack = async (archive: Archive, { dataDir, files: place, tell }: Target, id: string): Promise<void> => {
  const paths = restorePaths(dataDir, id)
  // A shared store receives the files at once: it has no folder to rename at the end, and no row refers to them yet.
  const files = place.folder === null ? place : localFileStore(paths.files)
  if (place.folder === null) await noteMoving(dataDir, id)
  for (const [done, { key }] of archive.manifest.files.entries()) {
    tell?.({ what: 'files', done, of: archive.manifest.files.length })
    const beside = join(paths.folder, 'file')
    await pipeline(await archive.file(key), createWriteStream(beside, { mode: 0o600, flush: true }))
    await files.keep(key, beside)
  }
  const secret = await archive.secret()
  if (secret) await unpackSecret(dataDir, id, secret)
}

const restoreTables = async (
  { manifest, rows }: Archive,
  { database, dataDir, files, tell }: Target,
  id: string,
): Promise<void> => {
  const then = new Set(manifest.migrations)
  // The restored school takes the id of this installation instead of becoming a second one with the old id.
  const installation = targetInstallation({ database, dataDir, files })
  await nameFolders(installation, await targetOf(installation))
  // A newer version than the backup's may already have created tables in the empty database.
  await unmigrate(database)
  await migrate(database, { dataDir, migrations: (await readMigrations()).filter(({ name }) => then.has(name)) })
  await database.db.transaction().execute(async (db) => {
    await database.unhurried(db)
    const tables = await allTables(db, database.dialect)
    const written = new Map(manifest.tables.map((table) => [table.name, table]))
    const there = tables.filter(({ name }) => written.has(name))
    if (there.length < written.size)
      throw new BrokenArchive([{ zh: '备份里有不认识的数据表', en: 'The backup has a table that nobody knows' }])
    // An older backup may have what stays out of them since.
    const filled = there.filter(({ name }) => isKept(name))
    // Migrations put some rows there: the backup has its own.
    await emptyTables(db, filled)
    const of = filled.reduce((sum, { name }) => sum + (written.get(name)?.rows ?? 0), 0)
    let done = 0
    for (const table of filled) {
      const columns = written.get(table.name)?.columns ?? []
      for await (const some of rows(table.name)) {
        await refill(database, db, table, columns, some)
        done += some.length
        tell?.({ what: 'rows', done, of })
      }
    }
    await settleAllIds(database, db, tables)
    await database.refreshStatistics(db)
    await noteRestore(db, id)
    // Files are moved last: nobody can ask for a file before its row exists.
    const keys = manifest.files.map(({ key }) => key)
    if (files.folder !== null) await moveFiles(dataDir, { id, keys, place: files.folder })
  })
}
