import { createWriteStream } from 'node:fs'
import { mkdir, readdir, readFile, rm, stat, statfs } from 'node:fs/promises'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { Output } from '@tongchuang/contract/call.ts'
import { fail } from '@tongchuang/contract/errors.ts'
import type { restoreAdmin } from '@tongchuang/contract/restore.admin.ts'
import { fieldsIn } from '../fields.ts'
import type { Bilingual } from '../http/language.ts'
import { writeWhole } from '../storage/file-store.ts'

/** The state of a restore: what the page shows, or why nothing was restored. */
export type Course = Output<typeof restoreAdmin.look> | { state: 'refused'; problem: Bilingual }

/** The state of a restore that is under way, as far as is known. */
export const begun = { state: 'running', restored: null } as const

export const partBytes = 16 * 2 ** 20
const archiveBytes = 64 * 2 ** 30
// Reserved for the database and its log.
const reservedBytes = 128 * 2 ** 20
const keptMs = 3_600_000

/** Backups on their way into a new school, in a folder of this machine: any of its processes takes the next part. */
export const incomingIn = (dataDir: string) => {
  const folder = join(dataDir, 'restore')
  const pathOf = (upload: string) => join(folder, `${upload}.zip`)
  const courseOf = (upload: string) => join(folder, `${upload}.json`)
  const sizeOf = async (upload: string) => (await stat(pathOf(upload)).catch(() => null))?.size ?? 0

  /** Requires disk space for the unpacked files as well as the archive. */
  const checkSpace = async (size: number): Promise<void> => {
    if (size > archiveBytes) throw fail('TOO_LARGE')
    const { bavail, bsize } = await statfs(folder)
    if (bavail * bsize < 2 * size + reservedBytes) throw fail('DISK_FULL')
  }

  return {
    pathOf,

    /** Appends the bytes that begin at `offset`, if they are the next; returns how many are stored now. */
    take: async (
      upload: string,
      { offset, size }: { offset: number; size: number },
      bytes: Readable,
    ): Promise<number> => {
      await mkdir(folder, { recursive: true, mode: 0o700 })
      const there = await sizeOf(upload)
      if (there !== offset) return there
      if (offset === 0) await checkSpace(size)
      let room = Math.min(partBytes, size - offset)
      const counted = async function* (from: AsyncIterable<Buffer>) {
        for await (const chunk of from) {
          room -= chunk.length
          if (room < 0) throw fail('TOO_LARGE')
          yield chunk
        }
      }
      await pipeline(
        bytes,
        counted,
        createWriteStream(pathOf(upload), { flags: offset === 0 ? 'w' : 'r+', start: offset, mode: 0o600 }),
      )
      return sizeOf(upload)
    },

    /** Stores the state of a restore. */
    note: (upload: string, course: Course): Promise<void> => writeWhole(courseOf(upload), JSON.stringify(course)),
    /** The stored state; null if no restore has begun. One that was cut off when the power failed has begun. */
    look: async (upload: string): Promise<Course | null> => {
      const text = await readFile(courseOf(upload), 'utf8').catch(() => null)
      return text === null ? null : ((fieldsIn(text) as Course | null) ?? begun)
    },

    discard: (upload: string): Promise<void> => rm(pathOf(upload), { force: true }),

    /** Deletes files that were not changed for an hour. */
    sweep: async (now: number): Promise<void> => {
      for (const name of await readdir(folder).catch(() => [])) {
        const { mtimeMs } = await stat(join(folder, name))
        if (now - mtimeMs > keptMs) await rm(join(folder, name), { force: true })
      }
    },
  }
}
