import { existsSync, rmSync } from 'node:fs'
import { rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import type { Lock, Locker, RequestRelease } from '@tus/server'
import { lockFile } from '../file-lock.ts'

/** Files beside an upload's own: who sends has the one, and who waits in another process makes the other. */
export const lockEndings = ['.lock', '.asked'] as const

// A holder that is asked has half a second to end; what takes longer is a disk that hangs.
const WAIT_MS = 5_000
const LOOK_MS = 200

/** What the protocol says to a request that did not get its turn; its client asks again. */
const LOCKED = { status_code: 423, body: 'Locked' }

type Held = { ask: RequestRelease; over: Promise<void>; release: () => void }

/**
 * One request at a time for an upload, over all processes that share its folder. A newcomer asks the holder to end: it is
 * often the half-open connection the same browser has just lost. (The library's own locker spins while it waits.)
 */
export class OneAtATime implements Locker {
  readonly #held = new Map<string, Held>()
  readonly #folder: string
  readonly #waitMs: number
  constructor(folder: string, waitMs = WAIT_MS) {
    this.#folder = folder
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
      held.release = await this.#takeOfAll(id, { signal, ask, until }, leave)
    } catch (error) {
      leave()
      throw error
    }
  }

  /** The same among the processes: asks by a file, for which each holder looks. */
  async #takeOfAll(
    id: string,
    { signal, ask, until }: { signal: AbortSignal; ask: RequestRelease; until: number },
    leave: () => void,
  ): Promise<() => void> {
    const [lock, asked] = lockEndings.map((ending) => join(this.#folder, id + ending)) as [string, string]
    let unlock = lockFile(lock)
    const hasToWait = unlock === null
    try {
      while (unlock === null) {
        await writeFile(asked, '')
        await pause(LOOK_MS / 2)
        goOn(signal, until)
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
      // Of an upload that is no more, nobody removes it later.
      if (!existsSync(join(this.#folder, id))) rmSync(lock, { force: true })
      unlock()
      leave()
    }
  }
}

const goOn = (signal: AbortSignal, until: number): void => {
  if (signal.aborted) throw signal.reason
  if (performance.now() >= until) throw LOCKED
}
