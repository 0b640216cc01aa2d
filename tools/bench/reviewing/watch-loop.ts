/**
 * Loaded into the server under measurement before its own code: reports event loop delays and memory on a port of its
 * own, which is written to the file named by WATCH_LOOP. Each query resets the measurement.
 */
import { writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { isMainThread } from 'node:worker_threads'
import { portOf } from '../../../server/src/http/port-of.ts'

/**
 * Milliseconds of the event loop and of the processor, bytes of the process. `longest` is the longest wait, `work` the
 * most processor time the loop used between two samples: the rest it waited for other processes or the disk.
 */
export type Loop = { longest: number; p99: number; work: number; cpu: number; rss: number; mostRss: number }

const file = process.env.WATCH_LOOP

if (isMainThread && file) {
  const delay = monitorEventLoopDelay({ resolution: 5 })
  delay.enable()
  let work = 0
  let atLook = process.threadCpuUsage()
  setInterval(() => {
    const { user, system } = process.threadCpuUsage(atLook)
    work = Math.max(work, (user + system) / 1e3)
    atLook = process.threadCpuUsage()
  }, 5).unref()
  let before = process.cpuUsage()
  const remote = createServer((_, response) => {
    const { user, system } = process.cpuUsage(before)
    const loop: Loop = {
      longest: delay.max / 1e6,
      p99: delay.percentile(99) / 1e6,
      work,
      cpu: (user + system) / 1e3,
      rss: process.memoryUsage.rss(),
      mostRss: process.resourceUsage().maxRSS * 1024,
    }
    response.end(JSON.stringify(loop))
    delay.reset()
    work = 0
    before = process.cpuUsage()
  })
  remote.listen(0, '127.0.0.1', () => writeFileSync(file, String(portOf(remote))))
  remote.unref()
}
