import { createWriteStream } from 'node:fs'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { FileStore } from '@tus/file-store'
import type { Lock, Locker, RequestRelease } from '@tus/server'

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
    await pipeline(readable, file)
    return offset + file.bytesWritten
  }

  pathOf(id: string): string {
    return join(this.directory, id)
  }

  /** Removes what is left of an upload; nothing there is fine. */
  async discard(id: string): Promise<void> {
    await rm(this.pathOf(id), { force: true })
    await rm(`${this.pathOf(id)}.json`, { force: true })
  }
}

type Held = { ask: RequestRelease; over: Promise<void>; release: () => void }

/**
 * One request at a time for an upload. A newcomer asks the holder to end: it is often the half-open connection the same
 * browser has just lost. (The library's own locker spins while it waits.)
 */
export class OneAtATime implements Locker {
  readonly held = new Map<string, Held>()

  newLock(id: string): Lock {
    return {
      lock: async (signal: AbortSignal, ask: RequestRelease) => {
        for (let holder = this.held.get(id); holder !== undefined; holder = this.held.get(id)) {
          await holder.ask()
          await holder.over
          if (signal.aborted) throw signal.reason
        }
        const { promise, resolve } = Promise.withResolvers<void>()
        this.held.set(id, { ask, over: promise, release: resolve })
      },
      unlock: async () => {
        const mine = this.held.get(id)
        this.held.delete(id)
        mine?.release()
      },
    }
  }
}
