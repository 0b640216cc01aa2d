import { monitorEventLoopDelay } from 'node:perf_hooks'
import { setTimeout as pause } from 'node:timers/promises'

/** Longer than any turn of ours on a crowded machine, and much shorter than what a hostile text used to take. */
export const noticeableMs = 250

/** Does something and tells for how long, in milliseconds, everybody else had to wait at most. */
export const stallOf = async <T>(work: () => Promise<T>): Promise<{ result: T; stallMs: number }> => {
  const loop = monitorEventLoopDelay({ resolution: 5 })
  loop.enable()
  // The first look is taken before the work begins.
  await pause(20)
  try {
    const result = await work()
    await pause(20)
    return { result, stallMs: loop.max / 1e6 }
  } finally {
    loop.disable()
  }
}
