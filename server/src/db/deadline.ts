import { AsyncLocalStorage } from 'node:async_hooks'
import { DatabaseUnavailable } from './errors.ts'

/** How many milliseconds of shared resources the current work may still use; zero or less: its time is over. */
export type Deadline = () => number

const deadlines = new AsyncLocalStorage<Deadline | undefined>()

/** Runs `work`: each wait for the database and each statement within it ends by the deadline, at any call depth. */
export const withDeadline = <T>(deadline: Deadline, work: () => T): T => deadlines.run(deadline, work)

/** Runs `work` that outlives its caller: background work is not bound by the caller's deadline. */
export const withoutDeadline = <T>(work: () => T): T => deadlines.run(undefined, work)

/** The deadline of a request that began at `began`, by `performance.now()`. */
export const deadlineAfter =
  (ms: number, began = performance.now()): Deadline =>
  () =>
    began + ms - performance.now()

/**
 * How long to wait at most: what is left, or `most` where that is less. Throws DatabaseUnavailable once nothing is
 * left.
 */
export const timeLeft = (most: number): number => {
  const deadline = deadlines.getStore()
  if (deadline === undefined) return most
  const left = deadline()
  if (left <= 0) throw new DatabaseUnavailable('the time for this is over')
  return Math.min(left, most)
}
