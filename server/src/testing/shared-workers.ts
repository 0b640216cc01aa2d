import { Overloaded } from '../workers/errors.ts'
import { silentLog } from '../log.ts'
import { createWorkers, type Workers } from '../workers/workers.ts'

let kept: Workers | undefined

/**
 * Threads for one school of many: reading what renders a text takes a thread a third of a second, so they stay for the next
 * school. What a closed school had under way is refused as its own threads would refuse it.
 */
export const sharedWorkers = (): Workers => {
  const threads = (kept ??= createWorkers({ log: silentLog() }))
  const closed = Promise.withResolvers<never>()
  closed.promise.catch(() => {})
  let isClosed = false
  return {
    run: async (...task) => {
      if (isClosed) throw new Overloaded()
      return Promise.race([threads.run(...task), closed.promise])
    },
    threads: threads.threads,
    close: async () => {
      isClosed = true
      closed.reject(new Overloaded())
    },
  }
}
