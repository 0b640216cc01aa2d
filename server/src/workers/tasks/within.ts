import { Script } from 'node:vm'

// The engine interrupts long runs, including backtracking patterns, only in scripts run with a timeout.
const watched = new Script('globalThis.watchedWork()')
const ours = globalThis as typeof globalThis & { watchedWork?: () => unknown }

const isTimeout = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === 'ERR_SCRIPT_EXECUTION_TIMEOUT'

const tryWithin = <T>(ms: number, work: () => T): { done: T } | null => {
  ours.watchedWork = () => ({ done: work() })
  try {
    return watched.runInThisContext({ timeout: ms }) as { done: T }
  } catch (error) {
    if (isTimeout(error)) return null
    throw error
  } finally {
    delete ours.watchedWork
  }
}

// On a busy machine a thread may wait for the processor longer than it works; that time must not count.
const mostTries = 5

/** The time this thread has worked, in milliseconds, without the time it waited for its turn. */
const worked = (): number => {
  const { user, system } = process.threadCpuUsage()
  return (user + system) / 1_000
}

/**
 * The result of the work, or null where it takes longer. The work is interrupted at any point, so it must have no state
 * it could leave half changed.
 */
export const within = <T>(ms: number, work: () => T): T | null => {
  const before = worked()
  for (let tries = 0; tries < mostTries && worked() - before < ms * 0.9; tries += 1) {
    const outcome = tryWithin(Math.max(1, Math.ceil(ms)), work)
    if (outcome) return outcome.done
  }
  return null
}
