import { monitorEventLoopDelay } from 'node:perf_hooks'
import { fail } from '@tongchuang/contract/errors.ts'

/** Tells when to turn requests away so that those already in can be answered. */
export type Overload = { check: () => void; entered: () => void; left: () => void; stop: () => void }

const maxDelay = 400 // ms the event loop may lag in one sample: twice that is what people call stuck
const maxInFlight = 1_000

/** Watches the event loop four times a second and counts the requests under way. */
export const watchLoad = (): Overload => {
  const delay = monitorEventLoopDelay({ resolution: 20 })
  delay.enable()
  let lagging = false
  let inFlight = 0
  const timer = setInterval(() => {
    // The histogram counts its own sampling interval in.
    lagging = delay.mean / 1e6 - 20 > maxDelay
    delay.reset()
  }, 250).unref()
  return {
    check: () => {
      if (lagging || inFlight >= maxInFlight) throw fail('BUSY')
    },
    entered: () => {
      inFlight += 1
    },
    left: () => {
      inFlight -= 1
    },
    stop: () => {
      clearInterval(timer)
      delay.disable()
    },
  }
}
