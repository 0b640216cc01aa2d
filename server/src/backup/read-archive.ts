import type { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { openPromise, type Entry, type ZipFile } from 'yauzl'
import type { Bilingual } from '../http/language.ts'
import type { Value } from '../db/snapshot.ts'
import {
  fileEntry,
  isManifest,
  isNewer,
  manifestEntry,
  secretEntry,
  tableEntry,
  tally,
  type Manifest,
} from './manifest.ts'
import type { Tell } from '../steps.ts'

/** A backup that cannot be used, with everything that is wrong with it. */
export class BrokenArchive extends Error {
  readonly problems: readonly Bilingual[]
  constructor(problems: readonly Bilingual[]) {
    super(problems.map(({ en }) => en).join('; '))
    this.problems = problems
  }
}

export type Archive = {
  manifest: Manifest
  /** The rows of a table, some hundred at a time. */
  rows: (table: string) => AsyncIterable<Value[][]>
  /** The lines of a table as they were written. */
  table: (name: string) => Promise<Readable>
  file: (key: string) => Promise<Readable>
  secret: () => Promise<Buffer | null>
  /** The uncompressed size of its tables, as the archive states it. */
  tableBytes: number
  close: () => void
}

const AT_ONCE = 500
const PROBLEMS_NAMED = 20
const MANIFEST_BYTES = 256 * 2 ** 20
// Characters: the longest row of a school is a few megabytes.
const LINE_LENGTH = 64 * 2 ** 20
const SECRET_BYTES = 4_096

/** Opens a backup and reads its manifest; throws BrokenArchive where it is none. */
export const openArchive = async (path: string): Promise<Archive> => {
  const broken = (zh: string, en: string) => new BrokenArchive([{ zh, en }])
  const zip = await openPromise(path, { lazyEntries: true, autoClose: false }).catch(() => {
    throw broken('打不开，或者不是备份文件', 'Cannot be opened, or is no backup')
  })
  try {
    const entries = new Map<string, Entry>()
    for await (const entry of zip.eachEntry()) entries.set(entry.fileName, entry)
    const found = entries.get(manifestEntry)
    if (!found || found.uncompressedSize > MANIFEST_BYTES) throw broken('不是备份文件', 'Not a backup')
    const manifest: unknown = JSON.parse((await buffer(await zip.openReadStreamPromise(found))).toString())
    if (isNewer(manifest))
      throw broken('备份来自更新的版本，请先升级', 'The backup was made by a newer version: upgrade first')
    if (!isManifest(manifest)) throw broken('不是备份文件', 'Not a backup')
    return archiveOf(zip, entries, manifest)
  } catch (error) {
    zip.close()
    throw error instanceof BrokenArchive ? error : broken('备份文件不完整', 'The backup is incomplete')
  }
}

// Not readline: it also breaks at U+2028, which people may type.
async function* linesOf(stream: Readable): AsyncIterable<string> {
  let rest = ''
  for await (const chunk of stream.setEncoding('utf8')) {
    const lines = (rest + (chunk as string)).split('\n')
    rest = lines.pop() ?? ''
    if (rest.length > LINE_LENGTH) throw new BrokenArchive([{ zh: '有一行太长', en: 'A line is too long' }])
    yield* lines
  }
  if (rest) yield rest
}

const archiveOf = (zip: ZipFile, entries: ReadonlyMap<string, Entry>, manifest: Manifest): Archive => {
  const streamOf = (name: string): Promise<Readable> => {
    const entry = entries.get(name)
    if (!entry) throw new Error(`${name} is missing`)
    return zip.openReadStreamPromise(entry)
  }
  return {
    manifest,
    rows: async function* (table) {
      let some: Value[][] = []
      for await (const line of linesOf(await streamOf(tableEntry(table)))) {
        some.push(JSON.parse(line) as Value[])
        if (some.length < AT_ONCE) continue
        yield some
        some = []
      }
      if (some.length > 0) yield some
    },
    table: (name) => streamOf(tableEntry(name)),
    file: (key) => streamOf(fileEntry(key)),
    secret: async () => {
      const entry = entries.get(secretEntry)
      if (entry && entry.uncompressedSize > SECRET_BYTES)
        throw new BrokenArchive([{ zh: '备份文件不完整', en: 'The backup is incomplete' }])
      return entry ? buffer(await streamOf(secretEntry)) : null
    },
    tableBytes: [...entries.values()]
      .filter(({ fileName }) => fileName.startsWith('tables/'))
      .reduce((sum, { uncompressedSize }) => sum + uncompressedSize, 0),
    close: () => zip.close(),
  }
}

const sumOf = async (stream: Readable): Promise<string> => {
  const { take, result } = tally()
  for await (const chunk of stream) take(chunk as Buffer)
  return result().sha256
}

/** Reads all of it once: every table and file is there and is what it was. Throws BrokenArchive naming what is not. */
export const checkArchive = async (archive: Archive, tell?: Tell): Promise<void> => {
  const problems: Bilingual[] = []
  const { tables, files } = archive.manifest
  let done = 0
  const check = async (what: Bilingual, sha256: string, open: () => Promise<Readable>): Promise<void> => {
    tell?.({ what: 'checked', done: done++, of: tables.length + files.length })
    const sum = await open()
      .then(sumOf)
      .catch(() => null)
    if (sum === null) problems.push({ zh: `缺少${what.zh}`, en: `Missing: ${what.en}` })
    else if (sum !== sha256) problems.push({ zh: `${what.zh}与备份时不同`, en: `Changed since the backup: ${what.en}` })
  }
  for (const { name, sha256 } of tables)
    await check({ zh: `数据表${name}`, en: `table ${name}` }, sha256, () =>
      Promise.resolve().then(() => archive.table(name)),
    )
  for (const { key, sha256 } of files)
    await check({ zh: `文件${key}`, en: `file ${key}` }, sha256, () => Promise.resolve().then(() => archive.file(key)))
  if (problems.length > PROBLEMS_NAMED) {
    const more = problems.length - PROBLEMS_NAMED
    problems.splice(PROBLEMS_NAMED, more, { zh: `还有${more}处`, en: `and ${more} more` })
  }
  if (problems.length > 0) throw new BrokenArchive(problems)
}
