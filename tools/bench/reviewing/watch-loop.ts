/**
 * Loaded into the server under measurement before anything of it: how long its loop kept others waiting, and its memory,
 * on a port of their own which is written to the file named by WATCH_LOOP. Each question begins anew.
 */
import { writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { isMainThread } from 'node:worker_threads'

/**
 * Milliseconds of the loop and of the processor, bytes of the process. `longest` is what somebody waited, `work` the most of the
 * processor that the loop took between two looks: the rest it stood behind other processes, or waited for the disk.
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
  remote.listen(0, '127.0.0.1', () => writeFileSync(file, String((remote.address() as AddressInfo).port)))
  remote.unref()
}
