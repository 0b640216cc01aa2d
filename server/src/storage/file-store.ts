import { randomUUID } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { copyFile, mkdir, open, readdir, readFile, rename, rm, stat, utimes, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { Readable } from 'node:stream'
import type { Licence, Right } from '../removal-right.ts'

/** What is known of stored bytes without reading them. */
export type Stored = { key: string; size: number; changed_at: number }

/**
 * Where the bytes of files are: a folder, or an S3-compatible store. Features keep the key and nothing else.
 * Keys are made by us, never by a person: `a/b` with letters, digits, `-`, `_` and `.`.
 */
export type FileStore = {
  /** The folder of this machine; null where they are elsewhere. */
  folder: string | null
  /** Takes over a finished local file under a key; what was there is replaced. */
  keep: (key: string, localPath: string) => Promise<void>
  /** Streams the bytes, or part of them (both ends included). */
  read: (key: string, range?: { start: number; end: number }) => Readable
  /** Size and age, or null where there is nothing. */
  look: (key: string) => Promise<Stored | null>
  /** Puts bytes that nothing points to into the trash; only a run that the brake has let pass may. */
  discard: (key: string, licence: Licence, now: number) => Promise<void>
  /** Takes bytes out of the trash again, to where they were; false where they are not in it. */
  takeBack: (key: string) => Promise<boolean>
  /** Removes bytes for good, from their place and from the trash; removing what is not there is no mistake. */
  remove: (key: string, right: Exclude<Right, 'unused'>) => Promise<void>
  /** Every key, for the sweep of what nobody points to. */
  list: () => AsyncIterable<Stored>
  /** What is in the trash; `changed_at` is when it came there. */
  trash: () => AsyncIterable<Stored>
  /** The installation these files belong to; null where nobody has said so yet. */
  installation: () => Promise<string | null>
  setInstallation: (id: string) => Promise<void>
  /** An address that opens the bytes for a minute to whoever has it, with this type and disposition; null where none is given. */
  linkTo: ((key: string, how: { type: string; disposition: string }) => Promise<string>) | null
}

const hasCode = (error: unknown, ...codes: readonly string[]): boolean =>
  error instanceof Error && 'code' in error && codes.includes(String(error.code))

/** Whether a write failed for want of space. */
export const isDiskFull = (error: unknown): boolean => hasCode(error, 'ENOSPC', 'EDQUOT')

/** Whether a write failed because the disk takes none, as a system makes one that has failed: it says nothing about what was written. */
export const isReadOnlyDisk = (error: unknown): boolean => hasCode(error, 'EROFS')

/** Whether the disk does not give back what was written to it. */
export const isUnreadable = (error: unknown): boolean => hasCode(error, 'EIO')

/** Whether something was not there. */
export const isAbsent = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === 'ENOENT'

/** Node's recursive mkdir says of a read-only disk that there is no such folder. */
const makeFolder = async (folder: string): Promise<void> => {
  try {
    await mkdir(folder)
  } catch (error) {
    if (hasCode(error, 'ENOENT')) await mkdir(folder, { recursive: true })
    else if (!hasCode(error, 'EEXIST')) throw error
  }
}

/** What a key looks like. */
export const keyForm = /^[\w-][\w.-]*(\/[\w-][\w.-]*)*$/

// No key begins with a dot, so neither is ever listed, swept or packed.
const trashFolder = '.trash'
const installationFile = '.installation'

/** Moves a file, also from another disk, where renaming does not reach; it is never half there under its new name. */
const moveTo = async (from: string, to: string): Promise<void> => {
  try {
    await rename(from, to)
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EXDEV')) throw error
    const beside = `${to}.copy`
    await copyFile(from, beside)
    await settle(beside)
    await rename(beside, to)
    await rm(from, { force: true })
  }
}

/** Waits until a file, or the names in a folder, would survive a power cut. Windows cannot do it for folders. */
export const settle = async (path: string): Promise<void> => {
  const handle = await open(path, 'r').catch(() => null)
  await handle?.sync().catch(() => {})
  await handle?.close()
}

/** A small text that is there whole or not at all. */
export const writeWhole = async (path: string, text: string): Promise<void> => {
  await mkdir(dirname(path), { recursive: true, mode: 0o700 })
  // Of its own: two processes may write the same at once.
  const beside = `${path}.${randomUUID()}`
  await writeFile(beside, text, { mode: 0o600, flush: true })
  await rename(beside, path)
  await settle(dirname(path))
}

const lookAt = async (path: string, key: string): Promise<Stored | null> => {
  const found = await stat(path).catch(() => null)
  return found?.isFile() ? { key, size: found.size, changed_at: found.mtimeMs } : null
}

/** Every key below a folder, one folder after the other: a look at the first few does not read all of them. */
async function* walk(folder: string, above = ''): AsyncIterable<Stored> {
  const entries = await readdir(join(folder, above), { withFileTypes: true }).catch(() => [])
  for (const entry of entries) {
    const key = above === '' ? entry.name : `${above}/${entry.name}`
    if (!keyForm.test(key)) continue
    if (entry.isDirectory()) yield* walk(folder, key)
    const stored = entry.isFile() ? await lookAt(join(folder, key), key) : null
    if (stored) yield stored
  }
}

/** Whether a place holds any file of a school. */
export const holdsFiles = async ({ folder, list }: Pick<FileStore, 'folder' | 'list'>): Promise<boolean> => {
  if (folder !== null) return (await readdir(folder).catch(() => [])).some((name) => !name.startsWith('.'))
  for await (const _ of list()) return true
  return false
}

/** Files in a folder of this machine. */
export const localFileStore = (folder: string): FileStore => {
  const placeIn = (root: string, key: string): string => {
    if (!keyForm.test(key)) throw new Error(`not a key of the file store: ${key}`)
    return join(root, key)
  }
  const bin = join(folder, trashFolder)
  const pathOf = (key: string): string => placeIn(folder, key)
  const move = async (from: string, to: string): Promise<boolean> => {
    await mkdir(dirname(to), { recursive: true })
    try {
      await rename(from, to)
    } catch (error) {
      // Another process was faster.
      if (isAbsent(error)) return false
      throw error
    }
    await settle(dirname(to))
    return true
  }
  return {
    folder,
    linkTo: null,
    keep: async (key, localPath) => {
      const path = pathOf(key)
      await makeFolder(dirname(path))
      await moveTo(localPath, path)
      await settle(dirname(path))
    },
    read: (key, range) => createReadStream(pathOf(key), range),
    look: (key) => lookAt(pathOf(key), key),
    discard: async (key, _licence, now) => {
      const trashed = placeIn(bin, key)
      if (await move(pathOf(key), trashed)) await utimes(trashed, new Date(now), new Date(now))
    },
    takeBack: async (key) => ((await lookAt(pathOf(key), key)) ? false : move(placeIn(bin, key), pathOf(key))),
    remove: async (key) => {
      for (const path of [pathOf(key), placeIn(bin, key)]) await rm(path, { force: true })
    },
    list: () => walk(folder),
    trash: () => walk(bin),
    installation: () => readInstallation(join(folder, installationFile)),
    setInstallation: (id) => writeWhole(join(folder, installationFile), `${id}\n`),
  }
}

/** The installation a file names; null where there is none. */
export const readInstallation = async (path: string): Promise<string | null> => {
  try {
    return (await readFile(path, 'utf8')).trim() || null
  } catch (error) {
    if (isAbsent(error)) return null
    throw error
  }
}
