import { randomUUID } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import type { Bilingual } from '../http/language.ts'
import { allTables } from '../db/all-tables.ts'
import { migrate, readMigrations, unmigrate } from '../db/migrate.ts'
import type { Database } from '../db/open.ts'
import { emptyTables, refill, settleAllIds } from '../db/refill.ts'
import { localFileStore } from '../storage/file-store.ts'
import type { Manifest } from './manifest.ts'
import { BrokenArchive, checkArchive, openArchive, type Archive } from './read-archive.ts'
import { hasPeople, noteRestore } from './store.ts'
import {
  beginRestore,
  dropRestore,
  finishRestore,
  moveFiles,
  placeOf,
  settleRestores,
  unpackSecret,
} from './under-way.ts'

/** Why nothing was restored; nothing was changed. */
export class RestoreRefused extends Error {
  readonly why: Bilingual
  constructor(why: Bilingual) {
    super(why.en)
    this.why = why
  }
}

export type Target = {
  database: Database
  dataDir: string
  /** Whether the installation's secret comes from its environment: then the backup's is not put in its place. */
  hasOwnSecret: boolean
}

/**
 * Puts a backup into an empty installation, of either database. The whole archive is read and compared first: where
 * anything is missing or changed, BrokenArchive names it and nothing is touched. Throws RestoreRefused where somebody
 * already works here or the backup is newer than this version. A process that dies over it leaves nothing in the way: the
 * next start, and the next restore, end what it began.
 */
export const restore = async (path: string, target: Target, id: string = randomUUID()): Promise<Manifest> => {
  const archive = await openArchive(path)
  const end = await beginRestore(target.dataDir, id)
  try {
    await settleRestores(target)
    await refuseUnfit(archive.manifest, target)
    await checkArchive(archive)
    // Reading all of it takes a while, in which somebody may have begun to work here.
    await refuseUnfit(archive.manifest, target)
    await putBack(archive, target, id)
    return archive.manifest
  } finally {
    await dropRestore(target, id)
    end()
    archive.close()
  }
}

/** Puts everything in its place; where that fails half-way the installation is empty again, and ready. */
const putBack = async (archive: Archive, target: Target, id: string): Promise<void> => {
  const { database, dataDir } = target
  try {
    await unpack(archive, dataDir, id)
    await restoreTables(archive, target, id)
    await finishRestore(target, id)
  } catch (error) {
    await unmigrate(database)
    await migrate(database, { dataDir })
    throw error
  }
}

/** Throws RestoreRefused where a backup does not fit here, whatever is in it. */
export const refuseUnfit = async (
  manifest: Manifest,
  { database, dataDir }: Pick<Target, 'database' | 'dataDir'>,
): Promise<void> => {
  const known = new Set((await readMigrations()).map(({ name }) => name))
  if (!manifest.migrations.every((name) => known.has(name)))
    throw new RestoreRefused({
      zh: `备份来自更新的版本${manifest.version}，请先升级`,
      en: `The backup was made by the newer version ${manifest.version}: upgrade first`,
    })
  const stored = await readdir(join(dataDir, 'files')).catch(() => [])
  if (stored.length > 0 || (await hasPeople(database.db, database.dialect)))
    throw new RestoreRefused({
      zh: '这里已经有账号或文件；只能恢复到空的安装（换一个DATA_DIR或一个空的数据库）',
      en: 'There are accounts or files here: restore into an empty installation (another DATA_DIR or an empty database)',
    })
}

const unpack = async (archive: Archive, dataDir: string, id: string): Promise<void> => {
  const place = placeOf(dataDir, id)
  const files = localFileStore(place.files)
  for (const { key } of archive.manifest.files) {
    const beside = join(place.folder, 'file')
    await pipeline(await archive.file(key), createWriteStream(beside, { mode: 0o600, flush: true }))
    await files.keep(key, beside)
  }
  const secret = await archive.secret()
  if (secret) await unpackSecret(dataDir, id, secret)
}

const restoreTables = async ({ manifest, rows }: Archive, { database, dataDir }: Target, id: string): Promise<void> => {
  const then = new Set(manifest.migrations)
  // An empty database may have been started once, by a newer version than the backup's.
  await unmigrate(database)
  await migrate(database, { dataDir, migrations: (await readMigrations()).filter(({ name }) => then.has(name)) })
  await database.db.transaction().execute(async (db) => {
    await database.unhurried(db)
    const tables = await allTables(db, database.dialect)
    const written = new Map(manifest.tables.map((table) => [table.name, table]))
    const filled = tables.filter(({ name }) => written.has(name))
    if (filled.length < written.size)
      throw new BrokenArchive([{ zh: '备份里有不认识的数据表', en: 'The backup has a table that nobody knows' }])
    // Migrations put some rows there: the backup has its own.
    await emptyTables(db, filled)
    for (const table of filled) {
      const columns = written.get(table.name)?.columns ?? []
      for await (const some of rows(table.name)) await refill(database, db, table, columns, some)
    }
    await settleAllIds(database, db, tables)
    await noteRestore(db, id)
    // Nobody is there to ask for a file before the rows are.
    await moveFiles(
      dataDir,
      id,
      manifest.files.map(({ key }) => key),
    )
  })
  await migrate(database, { dataDir })
}
