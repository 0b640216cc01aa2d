import { timeLeft } from './deadline.ts'
import { DatabaseUnavailable } from './errors.ts'

export type Mutex = { take: () => Promise<void>; release: () => void }

/**
 * A lock granted in order of arrival; a caller that waits longer than `timeoutMs`, or its own deadline, gets
 * DatabaseUnavailable instead of a turn.
 */
export const createMutex = (timeoutMs: number): Mutex => {
  const waiting = new Set<() => void>()
  let isTaken = false
  return {
    take: async () => {
      const left = timeLeft(timeoutMs)
      if (!isTaken) {
        isTaken = true
        return
      }
      await new Promise<void>((resolve, reject) => {
        const timer = setTimeout(() => {
          waiting.delete(go)
          // This also happens if a transaction writes to the outer `db`: it waits for itself.
          reject(new DatabaseUnavailable(`no turn to write within ${Math.round(left)} ms`))
        }, left)
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
