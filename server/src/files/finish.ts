import { createHash } from 'node:crypto'
import { open } from 'node:fs/promises'
import { fail } from '@tongchuang/contract/errors.ts'
import type { App } from '../app-services.ts'
import { still } from '../db/still.ts'
import { isCleanable } from './media.ts'
import { headLength, typeOf, type FileType } from './kind-rules.ts'
import { findFile, finishFile, forgetUpload, type FileRow } from './store.ts'
import type { UploadFolder } from './upload-store.ts'

const chunkBytes = 1024 * 1024

/** Reads a file once: its first bytes decide what it is, all of them its hash. Afterwards the bytes are on the disk. */
const examine = async (path: string, name: string): Promise<{ type: FileType | null; sha256: string }> => {
  const file = await open(path, 'r+')
  try {
    const chunk = Buffer.allocUnsafe(chunkBytes)
    const hash = createHash('sha256')
    let type: FileType | null = null
    for (let at = 0; ;) {
      const { bytesRead } = await file.read(chunk, 0, chunkBytes, at)
      if (at === 0) {
        type = typeOf(name, chunk.subarray(0, Math.min(bytesRead, headLength)))
        if (!type) return { type, sha256: '' }
      }
      if (bytesRead === 0) break
      hash.update(chunk.subarray(0, bytesRead))
      at += bytesRead
    }
    await file.datasync()
    return { type, sha256: hash.digest('hex') }
  } finally {
    await file.close()
  }
}

/** Turns a complete upload into a file, once: looks at its bytes, hands them to the file store, then says that it is ready. */
export const createFinisher = (app: App, uploads: UploadFolder, finished: (row: FileRow) => void) => {
  // The last request of an upload may come twice; both wait for the same work.
  const under = new Map<number, Promise<FileRow>>()

  const finish = async (row: FileRow): Promise<FileRow> => {
    const { type, sha256 } = await examine(uploads.pathOf(String(row.id)), row.name)
    if (!type) {
      await forgetUpload(app.db, row.id)
      await uploads.discard(String(row.id))
      throw fail('FILE_TYPE', { name: row.name })
    }
    await app.files.keep(row.upload_id, uploads.pathOf(String(row.id)))
    await finishFile(app.db, row.id, {
      ...type,
      sha256,
      pictures: type.kind === 'image' || isCleanable(type.mime) ? 'waiting' : 'none',
      now: app.clock(),
    })
    await uploads.discard(String(row.id))
    // Ready by now, whoever was faster; or given up meanwhile.
    const ready = still(await findFile(app.db, row.id))
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
