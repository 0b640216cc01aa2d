import { open, type FileHandle } from 'node:fs/promises'
import { DatabaseReadOnly, DatabaseUnavailable } from './errors.ts'

/** Flushes everything written to a file so far to the disk. */
export type Sync = { sync: () => Promise<void>; close: () => Promise<void> }

/**
 * Opens the file at its first use, since SQLite creates it. Flushing one descriptor also flushes what was written
 * through another.
 */
export const syncOfFile = (path: string): Sync => {
  let opened: Promise<FileHandle> | undefined
  return {
    sync: async () => (await (opened ??= open(path, 'r+'))).datasync(),
    close: async () => (await opened)?.close(),
  }
}

/**
 * Waits for the disk outside the event loop, so that reads are answered meanwhile. All callers that arrive during a
 * wait share the next one. After one failure every further wait fails: data after a gap in the log is lost in a power
 * cut, and a disk that failed once reports success the next time. The next start reads the log anew.
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

  /**
   * Resolves when the current flush and all that was written before the call are on the disk; undefined if no flush is
   * running.
   */
  whatIsUnderWay(): Promise<void> | undefined {
    return this.#running ? this.onDisk() : undefined
  }

  /** Throws if the disk has ever failed to store the log: everything can be read, and nothing is written any more. */
  expectWhole(): void {
    if (this.#failure) throw new DatabaseReadOnly(this.#failure.message, { cause: this.#failure })
  }

  /** Waits for the running flush, then closes the file. */
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
