import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, openSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { terminal } from '../../server/src/testing/server-process.ts'
import { root } from '../sites.ts'

/** A process of the product, as `npm start` runs it, writing its log to a file. */
export type Server = {
  readonly url: string
  readonly pid: number
  /** Kills the process as a power cut would; resolves when it is gone. */
  cut: () => Promise<void>
  /** Asks the process to end; returns its exit code and how many milliseconds that took. */
  stop: () => Promise<{ code: number | null; ms: number }>
  /** Whether it ended without being asked to. */
  hasDied: () => boolean
  log: () => string
}

export type Start = {
  dataDir: string
  logFile: string
  port: number
  env?: Readonly<Record<string, string>>
  node?: readonly string[]
}

const living = new Set<ChildProcess>()

/** No process outlives the run, even if the run is interrupted. */
process.once('exit', () => {
  for (const child of living) child.kill('SIGKILL')
})

/** Starts a process and returns at once, without waiting for it to listen. */
export const startServer = ({ dataDir, logFile, port, env = {}, node = [] }: Start): Server => {
  const log = openSync(logFile, 'a')
  const child = spawn(process.execPath, [...node, join(root, 'server/src/main.ts')], {
    cwd: dataDir,
    stdio: ['ignore', log, log],
    env: {
      ...terminal,
      TZ: 'UTC',
      PORT: String(port),
      HOST: '127.0.0.1',
      DATA_DIR: dataDir,
      LOG_LEVEL: 'warn',
      ...env,
    },
  })
  closeSync(log)
  living.add(child)
  let isAsked = false
  let isGone = false
  const ended = once(child, 'exit').then(() => {
    isGone = true
    living.delete(child)
    return child.exitCode
  })
  const end = (signal: NodeJS.Signals) => {
    isAsked = true
    child.kill(signal)
    return ended
  }
  return {
    url: `http://127.0.0.1:${port}`,
    pid: child.pid ?? 0,
    cut: async () => void (await end('SIGKILL')),
    stop: async () => {
      const began = performance.now()
      const code = await end('SIGTERM')
      return { code, ms: performance.now() - began }
    },
    hasDied: () => isGone && !isAsked,
    log: () => readFileSync(logFile, 'utf8').slice(-4_000),
  }
}

const statusOf = (url: string): Promise<number> =>
  fetch(`${url}/readyz`, { signal: AbortSignal.timeout(2_000) }).then(
    (answer) => answer.arrayBuffer().then(() => answer.status),
    () => 0,
  )

/** Milliseconds until a process is ready; throws if it ends or is not ready in time. */
export const readyAfter = async (server: Server, withinMs = 60_000): Promise<number> => {
  const began = performance.now()
  while ((await statusOf(server.url)) !== 200) {
    if (server.hasDied()) throw new Error(`the process ended: ${server.log()}`)
    if (performance.now() - began > withinMs) throw new Error(`not ready after ${withinMs} ms: ${server.log()}`)
    await sleep(10)
  }
  return performance.now() - began
}

/** Whether a process reports that it is not ready. */
export const isRed = async ({ url }: Server): Promise<boolean> => (await statusOf(url)) === 503
