import { DatabaseUnavailable } from './errors.ts'

export type Mutex = { take: () => Promise<void>; release: () => void }

/** First come, first served; who waits longer than `patienceMs` gets DatabaseUnavailable instead of a turn. */
export const createMutex = (patienceMs: number): Mutex => {
  const waiting = new Set<() => void>()
  let isTaken = false
  return {
    take: () => {
      if (!isTaken) {
        isTaken = true
        return Promise.resolve()
      }
      return new Promise((resolve, reject) => {
        const timer = setTimeout(() => {
          waiting.delete(go)
          // Also what happens when the outer `db` is written to inside a transaction: it waits for itself.
          reject(new DatabaseUnavailable(`no turn to write within ${patienceMs} ms`))
        }, patienceMs)
        const go = () => {
          clearTimeout(timer)
          resolve()
        }
        waiting.add(go)
      })
    },
    release: () => {
      const [next] = waiting
      if (next === undefined) isTaken = false
      else {
        waiting.delete(next)
        next()
      }
    },
  }
}
