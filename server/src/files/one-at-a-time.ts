import { existsSync, rmSync } from 'node:fs'
import { rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import type { Lock, Locker, RequestRelease } from '@tus/server'
import { lockFile } from '../file-lock.ts'

/** Files beside an upload's own: the sending process holds the first, and a process that waits creates the second. */
export const lockEndings = ['.lock', '.asked'] as const

// A holder that is asked ends within half a second; only a hanging disk takes longer.
const WAIT_MS = 5_000
const LOOK_MS = 200

/**
 * Takes the turn among all processes, and returns a function that gives it back. A process that has to wait asks the
 * holder to end, in a way that each holder checks for; `goOn` throws once the wait is over.
 */
export type TurnOfAll = (id: string, how: { goOn: () => void; ask: RequestRelease }) => Promise<() => void>

/** The protocol's response to a request that did not get its turn; its client retries. */
const LOCKED = { status_code: 423, body: 'Locked' }

type Held = { ask: RequestRelease; over: Promise<void>; release: () => void }

/**
 * One request at a time for an upload, across all processes. A new request asks the holder to end: that is often the
 * half-open connection the same browser has just lost. (The library's own locker spins while it waits.)
 */
export class OneAtATime implements Locker {
  readonly #held = new Map<string, Held>()
  readonly #ofAll: TurnOfAll
  readonly #waitMs: number
  constructor(ofAll: TurnOfAll, waitMs = WAIT_MS) {
    this.#ofAll = ofAll
    this.#waitMs = waitMs
  }

  newLock(id: string): Lock {
    return {
      lock: (signal, ask) => this.#take(id, signal, ask),
      unlock: async () => this.#held.get(id)?.release(),
    }
  }

  async #take(id: string, signal: AbortSignal, ask: RequestRelease): Promise<void> {
    const until = performance.now() + this.#waitMs
    for (let holder = this.#held.get(id); holder !== undefined; holder = this.#held.get(id)) {
      await holder.ask()
      await Promise.race([holder.over, pause(Math.max(0, until - performance.now()), undefined, { ref: false })])
      goOn(signal, until)
    }
    const { promise, resolve } = Promise.withResolvers<void>()
    const leave = () => {
      this.#held.delete(id)
      resolve()
    }
    const held: Held = { ask, over: promise, release: leave }
    this.#held.set(id, held)
    try {
      const giveBack = await this.#ofAll(id, { goOn: () => goOn(signal, until), ask })
      held.release = () => {
        giveBack()
        leave()
      }
    } catch (error) {
      leave()
      throw error
    }
  }
}

const goOn = (signal: AbortSignal, until: number): void => {
  // Aborted: the request lost its turn while it waited. The library's reason is an event, which explains nothing.
  if (signal.aborted || performance.now() >= until) throw LOCKED
}

/** The turns of processes that share a folder. */
export const turnsByFile =
  (folder: string): TurnOfAll =>
  async (id, { goOn, ask }) => {
    const [lockEnding, askedEnding] = lockEndings
    const lock = join(folder, id + lockEnding)
    const asked = join(folder, id + askedEnding)
    let unlock = lockFile(lock)
    const hasToWait = unlock === null
    try {
      while (unlock === null) {
        await writeFile(asked, '')
        await pause(LOOK_MS / 2)
        goOn()
        unlock = lockFile(lock)
      }
    } finally {
      if (hasToWait) await rm(asked, { force: true })
    }
    const look = setInterval(() => {
      if (existsSync(asked)) void ask()
    }, LOOK_MS).unref()
    return () => {
      clearInterval(look)
      // Once its upload is gone, nothing else removes the lock file.
      if (!existsSync(join(folder, id))) rmSync(lock, { force: true })
      unlock()
    }
  }
