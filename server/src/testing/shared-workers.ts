import { Overloaded } from '../workers/errors.ts'
import { silentLog } from '../log.ts'
import { createWorkers, type Workers } from '../workers/workers.ts'

let kept: Workers | undefined

/**
 * Threads shared by the schools of many tests: loading the text renderer takes a thread a third of a second, so threads
 * stay for the next school. Tasks in progress are refused when their school closes, as its own threads would refuse
 * them.
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
