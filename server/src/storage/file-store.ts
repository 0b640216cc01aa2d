import { createReadStream } from 'node:fs'
import { copyFile, mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { Readable } from 'node:stream'

/** What is known of stored bytes without reading them. */
export type Stored = { key: string; size: number; changed_at: number }

/**
 * Where the bytes of files are: a folder now, an S3-compatible store later. Features keep the key and nothing else.
 * Keys are made by us, never by a person: `a/b` with letters, digits, `-`, `_` and `.`.
 */
export type FileStore = {
  /** Takes over a finished local file under a key; what was there is replaced. */
  keep: (key: string, localPath: string) => Promise<void>
  /** Streams the bytes, or part of them (both ends included). */
  read: (key: string, range?: { start: number; end: number }) => Readable
  /** Size and age, or null where there is nothing. */
  look: (key: string) => Promise<Stored | null>
  /** Removes the bytes; removing what is not there is no mistake. */
  remove: (key: string) => Promise<void>
  /** Every key, for the sweep of what nobody points to. */
  list: () => AsyncIterable<Stored>
}

/** Whether a write failed for want of space. */
export const isDiskFull = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && (error.code === 'ENOSPC' || error.code === 'EDQUOT')

const keyForm = /^[\w-][\w.-]*(\/[\w-][\w.-]*)*$/

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

/** Files in a folder of this machine. */
export const localFileStore = (folder: string): FileStore => {
  const pathOf = (key: string): string => {
    if (!keyForm.test(key)) throw new Error(`not a key of the file store: ${key}`)
    return join(folder, key)
  }
  const look = async (key: string): Promise<Stored | null> => {
    const found = await stat(pathOf(key)).catch(() => null)
    return found?.isFile() ? { key, size: found.size, changed_at: found.mtimeMs } : null
  }
  return {
    keep: async (key, localPath) => {
      const path = pathOf(key)
      await mkdir(dirname(path), { recursive: true })
      await moveTo(localPath, path)
      await settle(dirname(path))
    },
    read: (key, range) => createReadStream(pathOf(key), range),
    look,
    remove: (key) => rm(pathOf(key), { force: true }),
    list: async function* () {
      const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => [])
      for (const entry of entries) {
        if (!entry.isFile()) continue
        const key = join(entry.parentPath, entry.name)
          .slice(folder.length + 1)
          .replaceAll('\\', '/')
        const stored = keyForm.test(key) ? await look(key) : null
        if (stored) yield stored
      }
    },
  }
}
