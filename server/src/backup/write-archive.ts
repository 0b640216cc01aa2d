import { createWriteStream } from 'node:fs'
import { mkdir, open, readFile, rename, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { Readable, Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { ZipFile } from 'yazl'
import type { Database } from '../db/open.ts'
import { readMigrations } from '../db/migrate.ts'
import { withSnapshot, type Snapshot } from '../db/snapshot.ts'
import type { Table } from '../db/all-tables.ts'
import { readablePart } from '../storage/readable-part.ts'
import type { FileStore } from '../storage/file-store.ts'
import { damagedAmong } from './damaged.ts'
import {
  fileEntry,
  manifestEntry,
  secretEntry,
  tableEntry,
  tally,
  type Manifest,
  type ManifestFile,
  type ManifestTable,
} from './manifest.ts'
import { isKept } from './rules.ts'
import type { Tell } from '../steps.ts'
import { lettersWait } from './store.ts'

export type Source = {
  database: Database
  files: FileStore
  dataDir: string
  /** Whether the secret is set in the environment: a secret in the data folder is then outdated and left out. */
  hasOwnSecret?: boolean
  version: string
  site_name: string
  now: number
  /** Is told how far it has come; then the files are counted first. */
  tell?: Tell | undefined
}

type Packing = {
  zip: ZipFile
  /** Adds one entry and waits until its last byte has been read. */
  add: (entry: string, bytes: Readable, compress: boolean) => Promise<{ size: number; sha256: string }>
}

/**
 * Writes the whole school into one file while everybody works on: the database as it is at one moment, then every
 * stored file. The file gets its name once it is complete and synced to disk. Rows and bytes are streamed.
 */
export const writeArchive = async (target: string, source: Source): Promise<Manifest> => {
  await mkdir(dirname(target), { recursive: true, mode: 0o700 })
  const unfinished = `${target}.part`
  try {
    const manifest = await writeTo(unfinished, source)
    const handle = await open(unfinished, 'r+')
    await handle.sync().finally(() => handle.close())
    await rename(unfinished, target)
    return manifest
  } catch (error) {
    await rm(unfinished, { force: true })
    throw error
  }
}

const writeTo = async (path: string, source: Source): Promise<Manifest> => {
  const zip = new ZipFile()
  const stop = new AbortController()
  const written = pipeline(Readable.from(zip.outputStream), createWriteStream(path, { mode: 0o600 }), {
    signal: stop.signal,
  })
  // Without this handler a full disk would cause an unhandled rejection before the promise is awaited.
  written.catch(() => {})
  try {
    const packed = pack({ zip, add: adder(zip, written) }, source)
    const manifest = await Promise.race([packed, written.then(() => packed)])
    zip.end()
    await written
    return manifest
  } catch (error) {
    stop.abort()
    throw error
  }
}

const adder =
  (zip: ZipFile, written: Promise<void>): Packing['add'] =>
  async (entry, bytes, compress) => {
    const { take, result } = tally()
    const counted = new Transform({ transform: (chunk: Buffer, _, done) => done(null, take(chunk)) })
    const read = pipeline(bytes, counted)
    zip.addReadStream(counted, entry, { compress, mode: 0o600 })
    await Promise.race([read, written])
    return result()
  }

const pack = async ({ zip, add }: Packing, source: Source): Promise<Manifest> => {
  const tables = await withSnapshot(source.database, async (snapshot) => {
    const done: ManifestTable[] = []
    for (const table of snapshot.tables.filter(({ name }) => isKept(name)))
      done.push(
        await packTable(add, snapshot, table, (rows) =>
          source.tell?.({ what: 'rows', done: rowsOf(done) + rows, of: null }),
        ),
      )
    return done
  })
  const files: ManifestFile[] = []
  const of = source.tell ? await countOf(source.files) : null
  for await (const { key } of source.files.list()) {
    source.tell?.({ what: 'files', done: files.length, of })
    const { bytes, fault } = readablePart(source.files.read(key))
    // Not compressed: pictures, videos and archives already are.
    const packed = await add(fileEntry(key), bytes, false)
    if (fault() !== 'gone') files.push({ key, ...packed })
  }
  const damaged = await damagedAmong(source, files)
  const secret = source.hasOwnSecret ? null : await readFile(join(source.dataDir, 'secret')).catch(() => null)
  if (secret) zip.addBuffer(secret, secretEntry, { mode: 0o600 })
  const manifest: Manifest = {
    format: 1,
    version: source.version,
    created_at: new Date(source.now).toISOString(),
    site_name: source.site_name,
    dialect: source.database.dialect,
    migrations: (await readMigrations()).map(({ name }) => name),
    tables,
    files,
    damaged,
    had_letters: await lettersWait(source.database.db),
    has_secret: secret !== null,
  }
  zip.addBuffer(Buffer.from(JSON.stringify(manifest)), manifestEntry, { mode: 0o600 })
  return manifest
}

const rowsOf = (tables: readonly ManifestTable[]): number => tables.reduce((sum, { rows }) => sum + rows, 0)

const countOf = async ({ list }: Pick<FileStore, 'list'>): Promise<number> => {
  let count = 0
  for await (const _ of list()) count += 1
  return count
}

const packTable = async (
  add: Packing['add'],
  snapshot: Snapshot,
  table: Table,
  tell: (rows: number) => void,
): Promise<ManifestTable> => {
  let rows = 0
  async function* lines() {
    for await (const some of snapshot.rows(table)) {
      rows += some.length
      tell(rows)
      yield Buffer.from(some.map((row) => `${JSON.stringify(row)}\n`).join(''))
    }
  }
  const { sha256 } = await add(tableEntry(table.name), Readable.from(lines()), true)
  return { name: table.name, columns: table.columns.map(({ name }) => name), rows, sha256 }
}
