import { createWriteStream } from 'node:fs'
import { open, readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { FileStore } from '@tus/file-store'
import { isAbsent, type FileStore as Kept } from '../storage/file-store.ts'
import type { UploadPlace } from '../storage/upload-place.ts'
import { lockEndings } from './one-at-a-time.ts'

const pieceBytes = 256 * 1024

/** Uploads under way, as files of this machine: received bytes survive a broken connection or process. */
export class UploadFolder extends FileStore implements UploadPlace {
  readonly #files: Pick<Kept, 'keep'>
  constructor(directory: string, files: Pick<Kept, 'keep'>) {
    super({ directory })
    this.#files = files
    // The size is needed at the beginning, for quota and limits: no deferred length.
    this.extensions = ['creation', 'creation-with-upload', 'termination']
  }

  /** Like the library's method, without hiding why a write failed. */
  override async write(readable: Readable, id: string, offset: number): Promise<number> {
    const file = createWriteStream(this.pathOf(id), { flags: 'r+', start: offset })
    await pipeline(readable, file).catch((error: unknown) => {
      // Abandoned meanwhile, or a file by now: the client asks for its state.
      throw isAbsent(error) ? { status_code: 410, body: 'Gone' } : error
    })
    return offset + file.bytesWritten
  }

  get folder(): string {
    return this.directory
  }

  /** Reads piece by piece into one buffer: a stream would allocate a buffer for each piece. */
  async *bytesOf(id: string): AsyncGenerator<Buffer> {
    const file = await open(this.pathOf(id))
    try {
      const piece = Buffer.allocUnsafe(pieceBytes)
      for (;;) {
        const { bytesRead } = await file.read(piece, 0, pieceBytes)
        if (bytesRead === 0) return
        yield piece.subarray(0, bytesRead)
      }
    } finally {
      await file.close()
    }
  }

  /** Flushes the bytes to the disk before they get their key. */
  async keepAs(key: string, id: string): Promise<void> {
    const file = await open(this.pathOf(id), 'r+')
    await file.datasync().finally(() => file.close())
    await this.#files.keep(key, this.pathOf(id))
  }

  async lastArrival(id: string): Promise<number | null> {
    return (await stat(this.pathOf(id)).catch(() => null))?.mtimeMs ?? null
  }

  async *names(): AsyncGenerator<{ name: string; changed_at: number }> {
    for (const name of await readdir(this.directory).catch((): string[] => [])) {
      const found = await stat(this.pathOf(name)).catch(() => null)
      if (found) yield { name, changed_at: found.mtimeMs }
    }
  }

  pathOf(id: string): string {
    return join(this.directory, id)
  }

  /** Removes what is left of an upload; nothing there is fine. */
  async discard(id: string): Promise<void> {
    await rm(this.pathOf(id), { force: true })
    for (const ending of ['.json', ...lockEndings]) await rm(this.pathOf(id) + ending, { force: true })
  }
}
