import { createWriteStream } from 'node:fs'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { FileStore } from '@tus/file-store'
import { isAbsent } from '../storage/file-store.ts'
import { lockEndings } from './one-at-a-time.ts'

/** Uploads under way, as files of this machine: what arrived stays when the line or the process breaks. */
export class UploadFolder extends FileStore {
  constructor(directory: string) {
    super({ directory })
    // The size is needed at the beginning, for quota and limits: no deferred length.
    this.extensions = ['creation', 'creation-with-upload', 'termination']
  }

  /** As the library does it, without hiding why a write failed. */
  override async write(readable: Readable, id: string, offset: number): Promise<number> {
    const file = createWriteStream(this.pathOf(id), { flags: 'r+', start: offset })
    await pipeline(readable, file).catch((error: unknown) => {
      // Given up meanwhile, or a file by now: the client asks what became of it.
      throw isAbsent(error) ? { status_code: 410, body: 'Gone' } : error
    })
    return offset + file.bytesWritten
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
