import { setTimeout as pause } from 'node:timers/promises'

/** Longer than any turn of ours on a slow machine, and much shorter than what a hostile text used to take. */
export const noticeableMs = 250

const lookEveryMs = 5

/**
 * Does something and tells for how long, in milliseconds, everybody else had to wait for this thread at most. It is the
 * time of the processor that the longest turn took: what a crowded machine keeps from us for others is not our doing.
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
