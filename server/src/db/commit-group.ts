import type { DatabaseSync } from 'node:sqlite'
import { withoutDeadline } from './deadline.ts'
import { DatabaseUnavailable, translated } from './errors.ts'
import type { LogSync } from './log-sync.ts'
import type { Mutex } from './mutex.ts'
import type { SharedSnapshot } from './shared-snapshot.ts'

type Waiting = { resolve: () => void; reject: (error: unknown) => void }

// The most transactions in one commit: the first must not wait long for the last.
const MOST = 32

/**
 * Lets transactions that end within the same turn of the event loop share one commit, and commits share a wait for the
 * disk, which takes longer than all of their work. No transaction reports success before it is on the disk. Each has a
 * savepoint of its own, so that one can be rolled back without the others.
 */
export class CommitGroup {
  #waiting: Waiting[] = []
  #isFlushing = false
  #isClosed = false
  readonly #file: DatabaseSync
  readonly #turn: Mutex
  readonly #log: LogSync | null
  readonly #reader: SharedSnapshot
  readonly #afterCommit: () => void
  /** `log`: null if commits do not wait for the disk. */
  constructor(
    { file, turn, log, reader }: { file: DatabaseSync; turn: Mutex; log: LogSync | null; reader: SharedSnapshot },
    afterCommit: () => void,
  ) {
    this.#file = file
    this.#turn = turn
    this.#log = log
    this.#reader = reader
    this.#afterCommit = afterCommit
  }

  /** Begins the shared transaction, unless one is open. The caller holds the turn. */
  open(): void {
    this.#log?.expectWhole()
    if (!this.#file.isTransaction) this.#file.exec('begin immediate')
  }

  /**
   * Adds the caller's work to the commit; resolves when it is on the disk. The caller holds the turn and releases it
   * afterward.
   */
  join(): Promise<void> {
    const done = new Promise<void>((resolve, reject) => {
      this.#waiting.push({ resolve, reject })
    })
    if (this.#waiting.length >= MOST) this.commit()
    else if (!this.#isFlushing) {
      this.#isFlushing = true
      // The commit serves all who join, so the first one's deadline does not apply.
      withoutDeadline(() => setImmediate(() => void this.#flush()))
    }
    return done
  }

  /** Commits the joined work to the log, and resolves its callers once it is on the disk. The caller holds the turn. */
  commit(): void {
    const waiting = this.#waiting.splice(0)
    // Ends the shared read, so that later reads see this commit and do not keep the log from being written back.
    this.#reader.end()
    try {
      if (this.#file.isTransaction) this.#file.exec('commit')
      else if (waiting.length > 0) throw new DatabaseUnavailable('the transaction was given up by SQLite')
    } catch (error) {
      for (const { reject } of waiting) reject(translated(error))
      if (this.#file.isTransaction) this.#file.exec('rollback')
      return
    }
    this.#afterCommit()
    if (waiting.length > 0) void this.#tell(waiting)
  }

  async #tell(waiting: readonly Waiting[]): Promise<void> {
    try {
      await this.#log?.onDisk()
      for (const { resolve } of waiting) resolve()
    } catch (error) {
      for (const { reject } of waiting) reject(error)
    }
  }

  /**
   * To be called after a rollback. The rollback may result from what others have just written, so its caller must wait
   * until that is on the disk before reporting it. The caller holds the turn and releases it before waiting.
   */
  leave(): Promise<void> | undefined {
    // A full disk makes SQLite roll everything back by itself: then the others have lost theirs too.
    if (!this.#file.isTransaction) this.commit()
    else if (this.#waiting.length > 0) return this.join()
    else this.#file.exec('rollback')
    return this.#log?.whatIsUnderWay()
  }

  /** Commits what has joined, for the last time. The caller keeps the turn. */
  close(): void {
    this.commit()
    this.#isClosed = true
  }

  async #flush(): Promise<void> {
    while (!this.#isClosed) {
      try {
        await this.#turn.take()
        this.#isFlushing = false
        this.commit()
        this.#turn.release()
        return
      } catch {
        // A transaction is taking long; the callers of this commit wait for it too.
      }
    }
  }
}
