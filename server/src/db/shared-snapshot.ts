import type { DatabaseSync, StatementSync } from 'node:sqlite'

/**
 * What is read within one turn of the event loop is read from one state of the database: to begin and end a read by
 * itself SQLite asks the system for two locks, which takes five times as long as a row by its id. Whatever this process
 * has committed ends it, so that nobody misses what they were just told is done; what another process commits is seen
 * from the next turn on.
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

  /** To be called before each read. */
  hold(): void {
    if (this.#file.isTransaction) return
    this.#begin.run()
    if (this.#isEndingSoon) return
    this.#isEndingSoon = true
    setImmediate(this.#atTheEnd)
  }

  /** What is read from now on is read as the database is now. */
  end(): void {
    if (this.#file.isOpen && this.#file.isTransaction) this.#commit.run()
  }

  readonly #atTheEnd = (): void => {
    this.#isEndingSoon = false
    this.end()
  }
}
