import type { DatabaseSync } from 'node:sqlite'
import { withoutDeadline } from './deadline.ts'
import { DatabaseUnavailable, translated } from './errors.ts'
import type { LogSync } from './log-sync.ts'
import type { Mutex } from './mutex.ts'
import type { SharedSnapshot } from './shared-snapshot.ts'

type Waiting = { resolve: () => void; reject: (error: unknown) => void }

// So many at most wait for each other: the first must not wait long for the last.
const MOST = 32

/**
 * Lets transactions that end within the same turn of the event loop share one commit, and commits share a wait for the
 * disk: it takes longer than all of their work. Nobody is told that something is done before the disk has it. Each has a
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
  /** `log`: null where nobody waits for the disk. */
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

  /** Begins the transaction in the log, unless one is open. The caller has the turn. */
  open(): void {
    this.#log?.expectWhole()
    if (!this.#file.isTransaction) this.#file.exec('begin immediate')
  }

  /** Adds the work of the caller, who has the turn and gives it back afterwards; ends when the disk has it. */
  join(): Promise<void> {
    const done = new Promise<void>((resolve, reject) => {
      this.#waiting.push({ resolve, reject })
    })
    if (this.#waiting.length >= MOST) this.commit()
    else if (!this.#isFlushing) {
      this.#isFlushing = true
      // For everybody who joins, not in the time of the first.
      withoutDeadline(() => setImmediate(() => void this.#flush()))
    }
    return done
  }

  /** Writes to the log what has joined, and lets its owners go on once the disk has it. The caller has the turn. */
  commit(): void {
    const waiting = this.#waiting.splice(0)
    // What is read from now on has what is committed; and what somebody reads is not brought back from the log.
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
   * After work was taken back. It may have been because of what others have just written: its owner must not say so before
   * that is on the disk, and waits for it. The caller has the turn and gives it back before waiting.
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
        // Somebody's transaction takes long; whoever waits for this commit waits for it.
      }
    }
  }
}
