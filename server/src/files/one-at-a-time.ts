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

/**
 * Takes the turn among the processes, and answers how to give it back. Whoever has to wait asks the holder to end, in a way
 * that each holder looks for; `goOn` throws once the wait is over.
 */
export type TurnOfAll = (id: string, how: { goOn: () => void; ask: RequestRelease }) => Promise<() => void>

/** What the protocol says to a request that did not get its turn; its client asks again. */
const LOCKED = { status_code: 423, body: 'Locked' }

type Held = { ask: RequestRelease; over: Promise<void>; release: () => void }

/**
 * One request at a time for an upload, over all processes. A newcomer asks the holder to end: it is
 * often the half-open connection the same browser has just lost. (The library's own locker spins while it waits.)
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
  // Aborted: it lost its turn while it waited for it. The library gives an event as its reason, which says nothing to anybody.
  if (signal.aborted || performance.now() >= until) throw LOCKED
}

/** The turns of processes that share a folder. */
export const turnsByFile =
  (folder: string): TurnOfAll =>
  async (id, { goOn, ask }) => {
    const [lock, asked] = lockEndings.map((ending) => join(folder, id + ending)) as [string, string]
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
      // Of an upload that is no more, nobody removes it later.
      if (!existsSync(join(folder, id))) rmSync(lock, { force: true })
      unlock()
    }
  }
