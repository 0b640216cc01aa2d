import type { DatabaseSync } from 'node:sqlite'
import { withoutDeadline } from './deadline.ts'
import { DatabaseUnavailable, translated } from './errors.ts'
import type { Mutex } from './mutex.ts'

type Waiting = { resolve: () => void; reject: (error: unknown) => void }

// So many at most wait for each other: the first must not wait long for the last.
const MOST = 32

/**
 * Lets transactions that end within the same turn of the event loop share one commit. Waiting for the disk takes longer
 * than all of their work; nobody is told that something is done before the disk has it. Each has a savepoint of its own,
 * so that one can be rolled back without the others.
 */
export class CommitGroup {
  #waiting: Waiting[] = []
  #isFlushing = false
  #isClosed = false
  readonly #file: DatabaseSync
  readonly #turn: Mutex
  readonly #afterCommit: () => void
  constructor(file: DatabaseSync, turn: Mutex, afterCommit: () => void) {
    this.#file = file
    this.#turn = turn
    this.#afterCommit = afterCommit
  }

  /** Begins the transaction on the disk, unless one is open. The caller has the turn. */
  open(): void {
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

  /** Writes to the disk what has joined. The caller has the turn. */
  commit(): void {
    const waiting = this.#waiting.splice(0)
    try {
      if (this.#file.isTransaction) this.#file.exec('commit')
      else if (waiting.length > 0) throw new DatabaseUnavailable('the transaction was given up by SQLite')
    } catch (error) {
      for (const { reject } of waiting) reject(translated(error))
      if (this.#file.isTransaction) this.#file.exec('rollback')
      return
    }
    this.#afterCommit()
    for (const { resolve } of waiting) resolve()
  }

  /**
   * After work was taken back. It may have been because of what others in the group have written: its owner must not say
   * so before that is on the disk, and waits for it. The caller has the turn and gives it back before waiting.
   */
  leave(): Promise<void> | undefined {
    // A full disk makes SQLite roll everything back by itself: then the others have lost theirs too.
    if (!this.#file.isTransaction) this.commit()
    else if (this.#waiting.length > 0) return this.join()
    else this.#file.exec('rollback')
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
