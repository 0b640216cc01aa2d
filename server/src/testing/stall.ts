import { setTimeout as pause } from 'node:timers/promises'

/** Longer than any turn of the product on a slow machine, and much shorter than what a hostile text would take. */
export const noticeableMs = 250

const lookEveryMs = 5

/**
 * Runs some work and returns the longest time, in milliseconds, for which it blocked this thread. It is the processor
 * time of the longest turn, so what a crowded machine spends on other processes does not count.
 */
export const stallOf = async <T>(work: () => Promise<T>): Promise<{ result: T; stallMs: number }> => {
  let stallMs = 0
  let atLook = process.threadCpuUsage()
  const look = () => {
    const { user, system } = process.threadCpuUsage(atLook)
    stallMs = Math.max(stallMs, (user + system) / 1e3)
    atLook = process.threadCpuUsage()
  }
  // The first look is taken before the work begins.
  await pause(20)
  look()
  stallMs = 0
  const looking = setInterval(look, lookEveryMs)
  try {
    const result = await work()
    look()
    return { result, stallMs }
  } finally {
    clearInterval(looking)
  }
}
