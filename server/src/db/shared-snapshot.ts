import type { DatabaseSync, StatementSync } from 'node:sqlite'

/**
 * All reads within one turn of the event loop share one state of the database: to begin and end each read by itself
 * SQLite asks the system for two locks, which takes five times as long as reading a row by its id. A commit of this
 * process ends the shared read, so that later reads see it; commits of other processes are seen from the next turn on.
 */
export class SharedSnapshot {
  readonly #begin: StatementSync
  readonly #commit: StatementSync
  readonly #file: DatabaseSync
  #isEndingSoon = false
  constructor(reader: DatabaseSync) {
    this.#file = reader
    this.#begin = reader.prepare('begin')
    this.#commit = reader.prepare('commit')
  }

  /** Begins the shared read, if none is open; call it before each read. */
  hold(): void {
    if (this.#file.isTransaction) return
    this.#begin.run()
    if (this.#isEndingSoon) return
    this.#isEndingSoon = true
    setImmediate(this.#atTheEnd)
  }

  /** Ends the shared read: later reads see the current state. */
  end(): void {
    if (this.#file.isOpen && this.#file.isTransaction) this.#commit.run()
  }

  readonly #atTheEnd = (): void => {
    this.#isEndingSoon = false
    this.end()
  }
}
