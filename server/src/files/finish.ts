import { createHash } from 'node:crypto'
import { fail } from '@tongchuang/contract/errors.ts'
import type { App } from '../app-services.ts'
import { orNotFound } from '../db/or-not-found.ts'
import { isAbsent } from '../storage/file-store.ts'
import { headLength, isCleanable, typeOf, type FileType } from './kind-rules.ts'
import { findFile, finishFile, forgetUpload, type FileRow } from './store.ts'
import type { UploadPlace } from '../storage/upload-place.ts'

type Examined = { type: FileType | null; sha256: string }

/** Reads bytes once: the first decide what they are, all of them their hash. */
const examine = async (bytes: AsyncIterable<Buffer>, { name, purpose }: FileRow): Promise<Examined> => {
  const hash = createHash('sha256')
  let head = Buffer.alloc(0)
  for await (const chunk of bytes) {
    if (head.length < headLength) {
      head = Buffer.concat([head, chunk.subarray(0, headLength - head.length)])
      if (head.length === headLength && !typeOf(name, head, purpose)) return { type: null, sha256: '' }
    }
    hash.update(chunk)
  }
  return { type: typeOf(name, head, purpose), sha256: hash.digest('hex') }
}

/**
 * Whether all bytes of an upload are in the file store: the process that stored them died, or lost the database, before
 * it updated the row.
 */
export const isHandedOver = async ({ files }: Pick<App, 'files'>, { upload_id, size }: FileRow): Promise<boolean> =>
  (await files.look(upload_id))?.size === Number(size)

/**
 * Turns a complete upload into a file, once: looks at its bytes, hands them to the file store, then says that it is
 * ready.
 */
export const createFinisher = (app: App, uploads: UploadPlace, finished: (row: FileRow) => void) => {
  // The last request of an upload may come twice; both wait for the same work.
  const under = new Map<number, Promise<FileRow>>()

  const examineStored = (row: FileRow): Promise<Examined> => examine(app.files.read(row.upload_id), row)

  /** Puts the bytes into the file store, unless another process has done so. */
  const handOver = async (row: FileRow): Promise<Examined> => {
    if (await isHandedOver(app, row)) return examineStored(row)
    const id = String(row.id)
    try {
      const examined = await examine(uploads.bytesOf(id), row)
      if (examined.type === null) return examined
      await uploads.keepAs(row.upload_id, id)
      return examined
    } catch (error) {
      if (isAbsent(error) && (await isHandedOver(app, row))) return examineStored(row)
      throw error
    }
  }

  const finish = async (row: FileRow): Promise<FileRow> => {
    const { type, sha256 } = await handOver(row)
    if (!type) {
      await forgetUpload(app.db, row.id)
      await uploads.discard(String(row.id))
      throw fail('FILE_TYPE', { name: row.name })
    }
    await finishFile(app.db, row.id, {
      ...type,
      sha256,
      // Voice is processed where it is attached: the reviewer who records it waits for the result.
      pictures: row.purpose !== 'feedback' && (type.kind === 'image' || isCleanable(type.mime)) ? 'waiting' : 'none',
      now: app.clock(),
    })
    await uploads.discard(String(row.id))
    // Ready by now, whichever process was first; or given up meanwhile.
    const ready = orNotFound(await findFile(app.db, row.id))
    finished(ready)
    return ready
  }

  return (row: FileRow): Promise<FileRow> => {
    const running = under.get(row.id)
    if (running) return running
    const work = finish(row).finally(() => under.delete(row.id))
    under.set(row.id, work)
    return work
  }
}
