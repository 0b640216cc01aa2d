import { open, type FileHandle } from 'node:fs/promises'
import { DatabaseUnavailable } from './errors.ts'

/** Brings to the disk what was written to a file so far. */
export type Sync = { sync: () => Promise<void>; close: () => Promise<void> }

/** Opens the file at its first use: SQLite makes it. Two descriptors of one file bring the same bytes to the disk. */
export const syncOfFile = (path: string): Sync => {
  let opened: Promise<FileHandle> | undefined
  return {
    sync: async () => (await (opened ??= open(path, 'r+'))).datasync(),
    close: async () => (await opened)?.close(),
  }
}

/**
 * Waits for the disk beside the event loop: whoever only reads is answered meanwhile. All who come while it is waited for
 * share the next wait. After one failure nothing more is promised: what lies behind a gap in the log is lost with a power
 * cut, and a disk that failed once says yes the next time. The next start reads the log anew.
 */
export class LogSync {
  #next: PromiseWithResolvers<void> | null = null
  #running: Promise<void> | null = null
  #failure: DatabaseUnavailable | null = null
  readonly #log: Sync
  constructor(log: Sync) {
    this.#log = log
  }

  /** Resolves when all that was written before the call is on the disk. */
  onDisk(): Promise<void> {
    this.#next ??= Promise.withResolvers()
    const { promise } = this.#next
    this.#running ??= this.#run()
    return promise
  }

  /** Resolves when what was being brought to the disk is there; undefined where nothing is. */
  whatIsUnderWay(): Promise<void> | undefined {
    return this.#running ? this.onDisk() : undefined
  }

  /** Throws once the disk has failed to take what it was given. */
  expectWhole(): void {
    if (this.#failure) throw this.#failure
  }

  /** Waits for what is under way. */
  async close(): Promise<void> {
    await this.#running
    await this.#log.close()
  }

  async #run(): Promise<void> {
    for (let turn = this.#next; turn; turn = this.#next) {
      this.#next = null
      try {
        this.expectWhole()
        await this.#log.sync()
        turn.resolve()
      } catch (cause) {
        this.#failure ??= new DatabaseUnavailable('the disk did not take the log: start anew', { cause })
        turn.reject(this.#failure)
      }
    }
    this.#running = null
  }
}
